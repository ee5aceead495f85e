import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import { withoutCutMacro } from '#modules/kernel/macros'
import { encodeCursor, type Page } from '#modules/kernel/pages'
import { isLonger } from '#modules/kernel/text'
import { plainExcerpt } from '#modules/kernel/message_text/plain_text'
import type { ChatListItem } from './api.ts'
import { type Cast, type CastRow, macroScopeOf, readCasts } from './chat_cast.ts'
import { fillMessage, type MacroScope, personaColumn, scenarioColumn } from '../prompts/index.ts'

const excerptLength = 140
/** How many characters of a last message are read. Filling in its macros may make it shorter. */
const contentRead = 800

export interface ListChatsInput {
  user: CurrentUser
  characterId: string | null
  /** The user's time zone. */
  timeZone: string
  /** A part of the title or of a character's name. */
  search: string | null
  /** Only archived chats, or only the others. Null: both. */
  isArchived: boolean | null
  folderId: string | null
  limit: number
  /** The last item of the previous page: whether it is kept on top, its time in microseconds since 1970, and its id. */
  after: { isKept: boolean; at: number; id: string } | null
  /** Newest first, also if others are kept on top. For a first page. */
  isByTime?: boolean
}

interface Row extends CastRow {
  created_at: Date
  last_message_at: Date
  sort_at: string
  title: string | null
  is_kept: boolean
  is_archived: boolean
  folder_id: string | null
  is_branch: boolean
  message_id: string | null
  is_user: boolean | null
  content: string | null
  message_at: Date | null
}

const isKept = '(kept_at IS NOT NULL)'
/** A newer message takes a chat out of the archive. */
const isArchived = 'coalesce(archived_at >= last_message_at, false)'

/** Lists the user's chats, those on top first, then newest first, with their characters as far as the user may see them. Leaves out chats that were only opened. */
export const listChats = async (db: Database, gallery: Gallery, input: ListChatsInput): Promise<Page<ChatListItem>> => {
  const found = input.search === null ? [] : await charactersNamed(db, gallery, input.user, input.search)
  const onTop = (kept: string) => (input.isByTime ? '' : `${kept} DESC,`)
  const { rows } = (await db.rawQuery(
    `SELECT s.id, s.character_id, s.created_at, s.title, greatest(s.last_message_at, message_at) AS last_message_at,
       s.is_kept, s.is_archived, s.folder_id, (extract(epoch FROM s.last_message_at) * 1000000)::bigint AS sort_at,
       EXISTS (SELECT FROM chat_branches WHERE user_id = :userId AND chat_session_id = s.id) AS is_branch,
       ${personaColumn('s.id', ':userId::uuid')} AS persona, ${scenarioColumn('s.id', ':userId::uuid')} AS scenario, m.*
     FROM (
       SELECT id, character_id, created_at, title, last_message_at, folder_id, ${isKept} AS is_kept, ${isArchived} AS is_archived
       FROM chat_sessions s
       WHERE user_id = :userId AND deleted_at IS NULL AND messages_written > 0
         AND (:characterId::uuid IS NULL OR character_id = :characterId::uuid)
         AND (:search::text IS NULL OR position(lower(:search::text) IN lower(title)) > 0 OR character_id = ANY (:found::uuid[])
           OR EXISTS (
             SELECT FROM chat_group_members WHERE user_id = :userId AND chat_session_id = s.id AND character_id = ANY (:found::uuid[])
           ))
         AND (:archived::boolean IS NULL OR ${isArchived} = :archived::boolean)
         AND (:folderId::uuid IS NULL OR folder_id = :folderId::uuid)
         AND (:at::bigint IS NULL
           OR (${isKept}, last_message_at, id) < (:kept::boolean, timestamptz 'epoch' + :at::bigint * INTERVAL '1 microsecond', :id::uuid))
       ORDER BY ${onTop(isKept)} last_message_at DESC, id DESC LIMIT :limit
     ) s
     LEFT JOIN LATERAL (
       SELECT id AS message_id, author_id IS NOT NULL AS is_user, LEFT(content, ${contentRead}) AS content,
         created_at AS message_at, CASE WHEN character_id IS NOT NULL THEN speaker END AS speaker
       FROM chat_messages WHERE user_id = :userId AND chat_session_id = s.id AND deleted_at IS NULL ORDER BY position DESC LIMIT 1
     ) m ON true
     ORDER BY ${onTop('s.is_kept')} s.last_message_at DESC, s.id DESC`,
    {
      userId: input.user.id,
      characterId: input.characterId,
      search: input.search,
      found,
      archived: input.isArchived,
      folderId: input.folderId,
      kept: input.after?.isKept ?? null,
      at: input.after?.at ?? null,
      id: input.after?.id ?? null,
      limit: input.limit + 1,
    }
  )) as { rows: Row[] }
  const shown = rows.slice(0, input.limit)
  const castOf = await readCasts(db, gallery, input.user, shown)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => toItem(row, castOf(row), input)),
    next:
      last && rows.length > input.limit ? encodeCursor([Number(last.is_kept), Number(last.sort_at), last.id]) : null,
  }
}

/** Finds the characters of the user's chats whose name contains the search text, as far as the user may see them. */
const charactersNamed = async (
  db: Database,
  gallery: Gallery,
  user: CurrentUser,
  search: string
): Promise<string[]> => {
  const { rows } = (await db.rawQuery(
    `SELECT DISTINCT coalesce(member.character_id, session.character_id) AS character_id FROM chat_sessions session
     LEFT JOIN chat_group_members member
       ON session.character_id IS NULL AND member.user_id = session.user_id AND member.chat_session_id = session.id
     WHERE session.user_id = ? AND deleted_at IS NULL AND messages_written > 0`,
    [user.id]
  )) as { rows: { character_id: string }[] }
  const views = await gallery.findMany(
    rows.map((row) => row.character_id),
    user
  )
  const wanted = search.toLowerCase()
  return [...views].filter(([, { character }]) => character.name.toLowerCase().includes(wanted)).map(([id]) => id)
}

/** Leaves out the last message of a chat behind the adult gate. */
const toItem = (row: Row, cast: Cast, input: ListChatsInput): ChatListItem => ({
  id: row.id,
  characterId: row.character_id,
  createdAt: row.created_at.toISOString(),
  lastMessageAt: row.last_message_at.toISOString(),
  title: row.title,
  ...(row.is_branch && { isBranch: true as const }),
  ...(row.is_kept && { isKept: true as const }),
  ...(row.is_archived && { isArchived: true as const }),
  ...(row.folder_id !== null && { folderId: row.folder_id }),
  lastMessage: cast.isGated ? null : excerpt(row, macroScopeOf(row, cast, input)),
  ...cast.shown,
})

/** Returns the beginning of the last message, on one line. Actions stay between asterisks, and the last action may be cut. */
const excerpt = (
  { message_id: id, is_user: isUser, content, message_at: at }: Row,
  scope: MacroScope
): string | null => {
  if (content === null) return null
  // Only messages with pictures may have no text.
  if (content === '') return 'A picture'
  const isCut = isLonger(content, contentRead - 1)
  const message = { id, isUser: isUser!, content: isCut ? withoutCutMacro(content) : content, at: at!.getTime() }
  const plain = plainExcerpt(fillMessage(message, scope, 'reader')).trim()
  const points = [...plain]
  return points.length > excerptLength ? `${points.slice(0, excerptLength - 1).join('')}…` : plain
}
