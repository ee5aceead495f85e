import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import type { PrivatePictures } from '#modules/imagegen/index'
import { statement } from '#modules/kernel/sql'
import { type ExportedPicture, hasPictures, readPictures, withFile } from '../export_pictures.ts'
import { readStoredChat } from '../stored_chat.ts'
import { alternatesOf, messageColumns, type MessageRow, toMessage } from '../../replies/index.ts'
import type { ExportedChat, ExportedMessage } from './transferred_chat.ts'

/** Limits memory usage, however long the chat is. */
const pageSize = 100

interface ImportRow {
  format: string
  title: string | null
  pins: string[]
  header: Buffer | null
}

/** Reads a chat with its original lines. */
export const findChatForExport = async (
  db: Database,
  gallery: Gallery,
  { user, sessionId, notice, files }: { user: CurrentUser; sessionId: string; notice: string; files: PrivatePictures }
): Promise<ExportedChat | 'no_such_chat' | 'adult_gate'> => {
  const chat = await readStoredChat(db, gallery, { user, sessionId })
  if (typeof chat === 'string') return chat
  const { rows } = await db.rawQuery<{ rows: ImportRow[] }>(
    'SELECT format, title, pins, header FROM chat_imports WHERE user_id = ?::uuid AND chat_session_id = ?::uuid',
    [user.id, sessionId]
  )
  const { title, pins, settings, createdAt, name, persona } = chat
  return {
    title,
    pins,
    settings,
    createdAt,
    imported: rows[0] ?? null,
    names: { character: name, user: persona.name },
    notice,
    messages: exportedMessages(db, files, user.id, sessionId),
  }
}

type PageRow = MessageRow & { place: number; line: Buffer | null; is_line: boolean }

/** Reads a page of messages and hidden lines in their order, without deleted messages. */
const readPage = statement<PageRow>(
  'chat_export_lines',
  `SELECT page.place, page.is_line, m.*,
     (SELECT line FROM chat_import_lines WHERE user_id = $1 AND chat_session_id = $2 AND position = page.place) AS line
   FROM (
     (SELECT position AS place, false AS is_line FROM chat_messages
      WHERE user_id = $1 AND chat_session_id = $2 AND position > $3 AND deleted_at IS NULL ORDER BY position LIMIT ${pageSize})
     UNION ALL
     (SELECT position, true FROM chat_import_lines
      WHERE user_id = $1 AND chat_session_id = $2 AND position > $3 AND is_hidden ORDER BY position LIMIT ${pageSize})
     ORDER BY place LIMIT ${pageSize}
   ) page
   LEFT JOIN LATERAL (
     SELECT ${messageColumns}, ${alternatesOf('chat_messages')} FROM chat_messages
     WHERE user_id = $1 AND chat_session_id = $2 AND position = page.place AND NOT page.is_line
   ) m ON true
   ORDER BY page.place`
)

async function* exportedMessages(
  db: Database,
  files: PrivatePictures,
  userId: string,
  sessionId: string
): AsyncGenerator<ExportedMessage> {
  const isSearched = await hasPictures(db, userId, sessionId)
  for (let place = -1; ;) {
    const rows = await readPage(db.connection(), [userId, sessionId, place])
    const found = isSearched
      ? await readPictures(
          db,
          userId,
          rows.flatMap(({ id }) => id ?? [])
        )
      : null
    for (const row of rows) {
      if (row.is_line) yield { kind: 'hidden', original: row.line! }
      // The left join would give null for a missing message.
      else if (row.id !== null) {
        const pictures: ExportedPicture[] = []
        for (const picture of found?.get(row.id) ?? []) pictures.push(await withFile(picture, files))
        yield { ...exported(row), ...(pictures.length > 0 && { pictures }) }
      }
    }
    if (rows.length < pageSize) return
    place = rows.at(-1)!.place
  }
}

const exported = (row: PageRow): ExportedMessage => {
  const { content, isUser, createdAt, alternates = [], selectedAlternate = 0, isHidden = false } = toMessage(row)
  return {
    kind: 'message',
    isUser,
    speaker: row.speaker,
    text: content,
    createdAt: new Date(createdAt),
    tier: row.tier,
    alternates: alternates.map((answer) => ({
      text: answer.content,
      createdAt: new Date(answer.createdAt),
      tier: answer.model || null,
    })),
    selected: Math.max(0, selectedAlternate),
    isHiddenFromPrompts: isHidden,
    original: row.line,
  }
}
