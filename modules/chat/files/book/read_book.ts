import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '@adonisjs/lucid/database'
import { markOf, type Gallery } from '#modules/gallery/index'
import { statement } from '#modules/kernel/sql'
import { readPictures } from '../export_pictures.ts'
import type { ExportRequest } from '../ports.ts'
import { readStoredChat, scopeOf } from '../stored_chat.ts'
import { fillMessage, RecentMessages } from '../../prompts/index.ts'
import type { Book, BookPart } from './book.ts'
import { typeset } from './typeset.ts'

/** The gap between two messages that begins a chapter, and the gap that begins a new scene within a chapter. */
const chapterGap = '8 hours'
const sceneGapMs = 60 * 60_000

/** Limits memory usage, however long the chat is. */
const pageSize = 25
/** The number of letters to typeset before other work of the event loop can run (docs/decisions/0103). */
const lettersPerTurn = 20_000

export const readBook = async (
  db: Database,
  gallery: Gallery,
  request: ExportRequest
): Promise<Book | 'no_such_chat' | 'adult_gate'> => {
  const chat = await readStoredChat(db, gallery, request)
  if (typeof chat === 'string') return chat
  const userId = request.user.id
  const { sessionId, timeZone } = request
  const [first] = chat.characters
  const chapters = await readChapters(db.connection(), [userId, sessionId])
  return {
    userId,
    sessionId,
    characterId: first?.id ?? null,
    isGroup: chat.isGroup,
    title: chat.title,
    names: { char: chat.name, user: chat.persona.name },
    macros: scopeOf(chat, request),
    portrait: first ? ownPicture(first.avatar, first.name) : null,
    portraitFocus: first && isOwnPicture(first.avatar) ? first.avatarFocus : null,
    beganAt: chapters[0]?.created_at ?? chat.createdAt,
    endedAt: chapters[0]?.ended_at ?? chat.createdAt,
    chapters: chapters.map(({ position, created_at: beganAt }) => ({ position, beganAt })),
    hasPictures: chat.hasPictures,
    timeZone,
  }
}

/**
 * Replaces a picture of another host with the character's mark. A request would tell that host about the reader, and a file can't load the
 * picture.
 */
const ownPicture = (address: string | null, name: string): string =>
  isOwnPicture(address) ? address.split('?')[0]! : markOf(name).avatar

const isOwnPicture = (address: string | null): address is string => address?.startsWith('/pictures/') ?? false

const readChapters = statement<{ position: number; created_at: Date; ended_at: Date }>(
  'chat_book_chapters',
  `SELECT position, created_at, ended_at FROM (
     SELECT position, created_at, created_at - lag(created_at) OVER (ORDER BY position) AS gap, max(created_at) OVER () AS ended_at
     FROM chat_messages WHERE user_id = $1 AND chat_session_id = $2 AND deleted_at IS NULL
   ) messages WHERE gap IS NULL OR gap >= INTERVAL '${chapterGap}' ORDER BY position`
)

const readPage = statement<{
  id: string
  position: number
  is_user: boolean
  content: string
  created_at: Date
  speaker: string | null
  character_id: string | null
  is_hidden: boolean
}>(
  'chat_book_page',
  `SELECT id, position, author_id IS NOT NULL AS is_user, content, created_at, speaker, character_id,
     hidden_at IS NOT NULL AS is_hidden
   FROM chat_messages
   WHERE user_id = $1 AND chat_session_id = $2 AND position > $3 AND deleted_at IS NULL ORDER BY position LIMIT ${pageSize}`
)

/** Reads and typesets a book page by page. No database connection is held between two parts. */
export async function* readParts(
  db: Database,
  { userId, sessionId, names, macros, chapters, hasPictures }: Book
): AsyncGenerator<BookPart> {
  let chapter = 0
  let speaker: string | null = null
  let endedAt = Infinity
  const recent = new RecentMessages()
  let letters = 0
  for (let position = -1; ;) {
    const rows = await readPage(db.connection(), [userId, sessionId, position])
    const ids = hasPictures ? rows.map(({ id }) => id) : []
    const shown = ids.length > 0 ? await readPictures(db, userId, ids) : null
    for (const row of rows) {
      if (chapter < chapters.length && row.position >= chapters[chapter]!.position) {
        speaker = null
        yield { kind: 'chapter', number: ++chapter }
      } else if (row.created_at.getTime() - endedAt >= sceneGapMs) {
        speaker = null
        yield { kind: 'scene' }
      }
      endedAt = row.created_at.getTime()
      letters += row.content.length
      if (letters > lettersPerTurn) {
        letters = 0
        await nextTurn()
      }
      const message = { id: row.id, isUser: row.is_user, content: row.content, at: endedAt }
      const scope = row.character_id && row.speaker ? { ...macros, char: row.speaker } : macros
      const blocks = typeset(fillMessage(message, scope, 'reader', recent.newestFirst))
      if (!row.is_hidden) recent.push(message)
      const pictures = shown?.get(row.id)
      if (blocks.length === 0 && !pictures) continue
      const name = row.speaker ?? (row.is_user ? names.user : names.char)
      // The user and the character may have the same name.
      const author = `${row.is_user} ${name}`
      yield { kind: 'turn', speaker: speaker === author ? null : name, blocks, ...(pictures && { pictures }) }
      speaker = author
    }
    if (rows.length < pageSize) return
    position = rows.at(-1)!.position
  }
}
