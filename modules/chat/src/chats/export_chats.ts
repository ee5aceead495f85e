import type { Database } from '@adonisjs/lucid/database'
import { eachRow, jsonList, type CurrentUser, type ExportSections } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import { allMessages } from './export_chat.ts'

const pageSize = 50

interface Row {
  id: string
  character_id: string
  title: string | null
  pins: string[]
  lorebook_ids: string[]
  created_at: Date
  last_message_at: Date
  has_hidden_lines: boolean
}

/**
 * Adds a user's chats to the account export, with all messages and answers, and the ids and names of their characters. `hiddenLines` are the
 * lines of an imported file that no screen shows.
 */
export const exportChats = (sections: ExportSections, db: Database, gallery: Gallery) =>
  sections.add('chats', async function* (user) {
    let separator = '['
    for await (const { row, name } of allChats(db, gallery, user)) {
      const {
        id,
        character_id: characterId,
        title,
        pins,
        lorebook_ids: lorebookIds,
        created_at: createdAt,
        last_message_at: lastMessageAt,
      } = row
      const head = { id, character: { id: characterId, name }, title, pins, lorebookIds, createdAt, lastMessageAt }
      yield `${separator}${JSON.stringify(head).slice(0, -1)},"messages":`
      yield* jsonList(allMessages(db, id))
      if (row.has_hidden_lines) {
        yield ',"hiddenLines":'
        yield* jsonList(hiddenLines(db, id))
      }
      yield '}'
      separator = ',\n'
    }
    yield separator === '[' ? '[]' : ']'
  })

async function* allChats(db: Database, gallery: Gallery, user: CurrentUser) {
  const names = new Map<string, string>()
  const rows = eachRow<Row>(pageSize, async (last, limit) => {
    const { rows } = await db.rawQuery<{ rows: Row[] }>(
      `SELECT id, character_id, title, pins, lorebook_ids, created_at, last_message_at,
         EXISTS (SELECT FROM chat_import_lines WHERE chat_session_id = chat_sessions.id AND is_hidden) AS has_hidden_lines
       FROM chat_sessions
       WHERE user_id = ?::uuid AND deleted_at IS NULL AND id > ?::uuid ORDER BY id LIMIT ?::int`,
      [user.id, last?.id ?? '00000000-0000-0000-0000-000000000000', limit]
    )
    const ids = [...new Set(rows.map((row) => row.character_id))]
    names.clear()
    for (const [id, { character }] of await gallery.findMany(ids, user)) names.set(id, character.name)
    return rows
  })
  for await (const row of rows) yield { row, name: names.get(row.character_id) ?? null }
}

async function* hiddenLines(db: Database, sessionId: string): AsyncGenerator<string> {
  const rows = eachRow<{ position: number; line: Buffer }>(pageSize, async (last, limit) => {
    const { rows } = await db.rawQuery<{ rows: { position: number; line: Buffer }[] }>(
      `SELECT position, line FROM chat_import_lines
       WHERE chat_session_id = ?::uuid AND is_hidden AND position > ?::int ORDER BY position LIMIT ?::int`,
      [sessionId, last?.position ?? -1, limit]
    )
    return rows
  })
  for await (const { line } of rows) yield line.toString('utf8')
}
