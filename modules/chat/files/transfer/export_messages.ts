import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser, StoredPersona } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import type { AuthorsNote } from '../../prompts/api.ts'
import { statement } from '#modules/kernel/sql'
import { readCast } from '../chat_cast.ts'
import { alternatesOf, messageColumns, type MessageRow, storeOpening, toMessage } from '../../replies/index.ts'
import { personaColumn, personaOf } from '../../prompts/index.ts'
import type { ExportedChat, ExportedMessage } from './transferred_chat.ts'

/** Limits memory usage, however long the chat is. */
const pageSize = 100

interface ChatRow {
  id: string
  character_id: string | null
  character_version: number | null
  title: string | null
  pins: string[]
  created_at: Date
  format: string | null
  imported_title: string | null
  imported_pins: string[] | null
  header: Buffer | null
  persona: StoredPersona | null
  settings: { note: AuthorsNote | null; scenario: string | null; system_prompt: string | null } | null
}

/** Reads a chat with its original lines. The chat of a deleted character stays readable. */
export const findChatForExport = async (
  db: Database,
  gallery: Gallery,
  { user, sessionId, notice }: { user: CurrentUser; sessionId: string; notice: string }
): Promise<ExportedChat | 'no_such_chat' | 'adult_gate'> => {
  await storeOpening(db.connection(), user.id, sessionId)
  const { rows } = await db.rawQuery<{ rows: ChatRow[] }>(
    `SELECT s.id, s.character_id, s.character_version, s.title, s.pins, s.created_at, i.format, i.title AS imported_title, i.pins AS imported_pins, i.header,
       ${personaColumn('s.id', ':userId::uuid')} AS persona,
       (SELECT to_jsonb(chat_settings) FROM chat_settings WHERE user_id = :userId AND chat_session_id = s.id) AS settings
     FROM chat_sessions s LEFT JOIN chat_imports i ON i.user_id = s.user_id AND i.chat_session_id = s.id
     WHERE s.user_id = :userId AND s.id = :sessionId AND s.deleted_at IS NULL`,
    { userId: user.id, sessionId }
  )
  const [row] = rows
  if (!row) return 'no_such_chat'
  const cast = await readCast(db, gallery, user, row)
  if (cast === 'adult_gate') return 'adult_gate'
  return {
    title: row.title,
    pins: row.pins,
    settings: {
      note: row.settings?.note ?? null,
      scenario: row.settings?.scenario ?? null,
      systemPrompt: row.settings?.system_prompt ?? null,
    },
    createdAt: row.created_at,
    imported:
      row.format === null
        ? null
        : { format: row.format, title: row.imported_title, pins: row.imported_pins ?? [], header: row.header },
    names: { character: cast.name, user: personaOf(user, row).name },
    notice,
    messages: exportedMessages(db, user.id, sessionId),
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

async function* exportedMessages(db: Database, userId: string, sessionId: string): AsyncGenerator<ExportedMessage> {
  for (let place = -1; ;) {
    const rows = await readPage(db.connection(), [userId, sessionId, place])
    for (const row of rows) {
      if (row.is_line) yield { kind: 'hidden', original: row.line! }
      // The left join would give null for a missing message.
      else if (row.id !== null) yield exported(row)
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
