import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import { Gallery, startersFor, type CharacterView } from '#modules/gallery/index'
import { statement } from '#modules/kernel/sql'
import { codePoints } from '#modules/kernel/text'
import { limits } from '../limits.ts'
import type { ChatData } from './api.ts'
import {
  alternatesOf,
  branchesOf,
  type ChatRow,
  fromJson,
  messageColumns,
  type MessageJson,
  messagesOf,
  Notices,
  openingColumn,
  openSession,
  ownSession,
  parentOf,
  pinDepthsOf,
  StoredTierModels,
  storeOpening,
  toSession,
  withoutFlush,
} from '../replies/index.ts'
import { personaColumn, scenarioColumn } from '../prompts/index.ts'
import { charOf } from './char_of.ts'
import { OpeningPace } from './opening_pace.ts'
import { toChatPersona } from './to_chat_persona.ts'

export interface OpenChatInput {
  user: CurrentUser
  characterId: string
  sessionId: string | null
  isNew: boolean
  page: ChatPage
}

/** A page of a chat: the newest messages, the end for a first screen, or the messages before, after or around a message. */
export type ChatPage = { kind: 'newest' | 'end' } | { kind: 'before' | 'after' | 'around'; messageId: string }

/**
 * SQL for the JSON of `ChatData['draft']`. A draft is outdated once the user has sent a message. Comparing times here avoids a write for
 * each send.
 */
const draftOf = (session: string, user: string) => `(
  SELECT json_build_object('id', reply_id, 'text', text) FROM chat_drafts
  WHERE user_id = ${user} AND chat_session_id = ${session} AND written_at > coalesce((
    SELECT created_at FROM chat_messages WHERE user_id = ${user} AND chat_session_id = ${session} AND author_id IS NOT NULL
    ORDER BY position DESC LIMIT 1
  ), '-infinity')
)`

/**
 * Reads a page of the session that `session` finds. The limits are literals, so that each kind of page gets its own plan. Returns no row
 * without such a chat, or without such a message in it. `$1`: the user. `$4`: the id of the message of the page.
 */
const readStatement = (label: string, kind: ChatPage['kind'], session: string) => {
  const length = kind === 'end' ? limits.endMessages : kind === 'around' ? limits.messagesPage / 2 : limits.messagesPage
  const page = (condition: string, order: 'ASC' | 'DESC') => `(
       SELECT position, has_notice, ${messageColumns}, ${alternatesOf('chat_messages')} FROM chat_messages
       WHERE user_id = $1 AND chat_session_id = (SELECT id FROM session) AND deleted_at IS NULL AND ${condition}
       ORDER BY position ${order} LIMIT ${length}
     )`
  const older = page(`position ${kind === 'around' ? '<=' : '<'} (SELECT position FROM place)`, 'DESC')
  const newer = page('position > (SELECT position FROM place)', 'ASC')
  // Limits the work of rendering the first screen. Drops the messages beyond the limits, even if no message is left.
  const end = `
    SELECT position, has_notice, ${messageColumns}, alternates FROM (
      SELECT *, sum(char_length(content)) OVER newest AS letters,
        sum(octet_length(alternates::text)) OVER newest AS alternates_bytes
      FROM ${older} AS newest WINDOW newest AS (ORDER BY position DESC)
    ) AS measured
    WHERE letters <= ${limits.endLetters} AND coalesce(alternates_bytes, 0) <= ${limits.endAlternatesBytes}`
  const pages = { newest: older, end, before: older, after: newer, around: `${older} UNION ALL ${newer}` }
  return statement<ChatRow>(
    `${label}_${kind}`,
    `WITH session AS (
       UPDATE chat_sessions SET opened_at = clock_timestamp() WHERE user_id = $1 AND id = (${session})
       RETURNING id, character_id, created_at, last_message_at, title, pins, character_version, opening_version,
         opening_places, seen_change, accepted_change
     ), place AS MATERIALIZED (
       SELECT position FROM chat_messages WHERE user_id = $1 AND id = $4::uuid AND chat_session_id = (SELECT id FROM session)
       UNION ALL SELECT 2147483647 WHERE $4::uuid IS NULL
     ), page AS MATERIALIZED (${pages[kind]})
     SELECT session.*, ${openingColumn('session')}, ${withoutFlush}, ${parentOf('session.id', '$1')} AS parent, ${branchesOf('session.id', '$1')} AS branches,
       ${personaColumn('session.id', '$1')} AS persona, ${pinDepthsOf('session.id', '$1')} AS pin_depths, ${scenarioColumn('session.id', '$1')} AS scenario,
       ${draftOf('session.id', '$1')} AS draft,
       (SELECT json_build_object('id', id, 'kind', kind, 'messageId', message_id) FROM replies
        WHERE user_id = $1 AND chat_session_id = session.id AND state = 'running') AS reply,
       coalesce((SELECT json_agg(page ORDER BY position) FROM page), '[]') AS messages,
       (SELECT array_agg(id) FROM page WHERE has_notice) AS noticed,
       EXISTS (
         SELECT FROM chat_messages WHERE user_id = $1 AND chat_session_id = session.id AND deleted_at IS NULL
           AND position < (SELECT ${kind === 'end' ? 'coalesce(min(position), 2147483647)' : 'min(position)'} FROM page)
       ) AS has_older,
       EXISTS (
         SELECT FROM chat_messages WHERE user_id = $1 AND chat_session_id = session.id AND deleted_at IS NULL
           AND position > (SELECT max(position) FROM page)
       ) AS has_newer
     FROM session, place`
  )
}

/** Creates a statement for each kind of page. */
export const pageStatements = (label: string, session: string) => ({
  newest: readStatement(label, 'newest', session),
  end: readStatement(label, 'end', session),
  before: readStatement(label, 'before', session),
  after: readStatement(label, 'after', session),
  around: readStatement(label, 'around', session),
})

/**
 * Reads a chat by its session, or the newest chat with a character. A send without a session uses the chat that was opened last instead.
 */
const readChat = pageStatements('chat_read_chat', ownSession({ named: '$3::uuid', newest: 'last_message_at' }))

/** Opens a chat by its session, the newest chat with a character, or a new chat. */
@inject()
export class OpenChat {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly notices: Notices,
    private readonly pace: OpeningPace,
    private readonly tierModels: StoredTierModels
  ) {}

  async run(input: OpenChatInput): Promise<ChatData | 'no_such_chat' | 'adult_gate' | { waitSeconds: number }> {
    const { user, characterId, sessionId } = input
    const view = await this.gallery.find(characterId, user)
    if (view?.kind === 'adult_gate') return 'adult_gate'
    if (!view && !sessionId) return 'no_such_chat'
    let chat = input.isNew ? null : await this.#readStored(input, sessionId)
    // If the request names no session, a missing chat is created.
    if (!chat && !sessionId && view && !('messageId' in input.page)) {
      const waitSeconds = await this.pace.count(user.id)
      if (waitSeconds !== null) return { waitSeconds }
      chat = await this.#open(user, view)
    }
    if (!chat) return 'no_such_chat'
    const starters = view && startersFor(view.character)
    const messages = chat.messages.map(fromJson)
    const modelChange = chat.has_newer ? null : await this.tierModels.changeOf(messages, chat)
    return {
      session: toSession(chat),
      persona: toChatPersona(user, chat.persona),
      character: view?.character ?? null,
      characterVersion: view && (await this.#versionOf(chat, view)),
      messages,
      hasOlder: chat.has_older,
      hasNewer: chat.has_newer,
      replyUnderWay: chat.reply,
      ...(chat.branches ? { branches: chat.branches } : {}),
      ...(chat.draft ? { draft: chat.draft } : {}),
      ...(starters && { starters }),
      notice: { text: this.notices.text, messageIds: chat.noticed ?? [] },
      ...(modelChange && { modelChange }),
    }
  }

  async #read(
    { user, characterId, page }: Omit<OpenChatInput, 'isNew'>,
    sessionId: string | null
  ): Promise<ChatRow | null> {
    const messageId = 'messageId' in page ? page.messageId : null
    const [row] = await readChat[page.kind](this.db.connection(), [user.id, characterId, sessionId, messageId])
    return row ? withOpening(row, page) : null
  }

  /** Reads a page. A page at an opening that isn't stored needs it in the table. */
  async #readStored(input: Omit<OpenChatInput, 'isNew'>, sessionId: string | null): Promise<ChatRow | null> {
    const chat = await this.#read(input, sessionId)
    if (chat || !('messageId' in input.page)) return chat
    await storeOpening(this.db.connection(), input.user.id, input.page.messageId)
    return this.#read(input, sessionId)
  }

  async #versionOf({ character_version: number }: ChatRow, view: CharacterView) {
    const newest = view.version.number
    return { number: number ?? newest, newest, char: await charOf(this.gallery, view, number) }
  }

  async #open(user: CurrentUser, { character, version }: CharacterView): Promise<ChatRow | null> {
    const chat = await openSession(this.db.connection(), user.id, character.id, version.number)
    if (chat.messages.length > 0 || chat.opening) return withOpening(chat, newest)
    return this.#read({ user, characterId: character.id, sessionId: chat.id, page: newest }, chat.id)
  }
}

const newest = { kind: 'newest' } as const

/** Adds an opening that isn't stored, except to the end of a chat beyond its limits. */
const withOpening = (chat: ChatRow, { kind }: ChatPage): ChatRow => {
  const messages = messagesOf(chat)
  if (messages === chat.messages) return chat
  const [{ content, alternates }] = messages as [MessageJson]
  const isTooLong =
    codePoints(content) > limits.endLetters ||
    Buffer.byteLength(JSON.stringify(alternates ?? [])) > limits.endAlternatesBytes
  return kind === 'end' && isTooLong ? { ...chat, has_older: true } : { ...chat, messages }
}
