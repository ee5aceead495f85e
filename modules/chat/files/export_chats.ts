import type { Database } from '@adonisjs/lucid/database'
import { eachRow, jsonList, type CurrentUser, type ExportSections } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import { nilUuid } from '#modules/kernel/ids'
import { attributesOf } from '#modules/kernel/tables'
import type { GroupMode } from '../replies/api.ts'
import { currentColumns, pinDepthsOf, storeOpening } from '../replies/index.ts'
import { ChatSessionRow } from '../tables/chat_session_row.ts'
import { ChatSettingsRow } from '../tables/chat_settings_row.ts'
import { allMessages, type ChatsSource } from './export_chat.ts'
import { withPictures } from './export_pictures.ts'

const pageSize = 50

/** The columns of rows that the export leaves out: keys, counters, and the summary, which has rows of its own. */
const notExported = {
  session: [
    'user_id',
    'id',
    'character_id',
    'character_version',
    'next_position',
    'messages_written',
    'messages_imported',
    'opening_version',
    'opening_places',
    'lore_state',
    'seen_change',
    'accepted_change',
    'folder_id',
    'opened_at',
    'deleted_at',
    'purged_at',
  ],
  settings: [
    'user_id',
    'chat_session_id',
    'pin_depths',
    'has_pictures',
    'is_summary_on',
    'is_summary_frozen',
    'summary_job_id',
    'summary_request',
    ...currentColumns.split(', '),
  ],
}

/** A chat. What isn't named here is exported as it is. */
interface Row {
  id: string
  /** Null for a group chat. */
  characterId: string | null
  members: { id: string; isMuted: boolean; talkativeness: number }[] | null
  mode: GroupMode | null
  isOpeningUnstored: boolean
  hasHiddenLines: boolean
}

/**
 * Adds a user's chats to the account export, with all messages, answers and pictures. Includes the ids and names of their characters, and the
 * characters' settings in groups. `hiddenLines` are the lines of an imported file that no screen shows.
 */
export const exportChats = (sections: ExportSections, { db, gallery, notice, files }: ChatsSource) =>
  sections.add('chats', async function* (user) {
    let separator = '['
    for await (const { row, nameOf } of allChats(db, gallery, user)) {
      const { id, characterId, members, mode, isOpeningUnstored, hasHiddenLines, ...rest } = row
      const named = (characterId: string) => ({ id: characterId, name: nameOf(characterId) })
      const inGroup = () => (members ?? []).map(({ id, ...settings }) => ({ ...named(id), ...settings }))
      const who = characterId === null ? { mode, characters: inGroup() } : { character: named(characterId) }
      const head = { id, ...who, ...rest, notice }
      yield `${separator}${JSON.stringify(head).slice(0, -1)},"messages":`
      if (isOpeningUnstored) await storeOpening(db.connection(), user.id, id)
      const ofChat = { userId: user.id, sessionId: id, isWhole: true }
      yield* jsonList(withPictures({ db, files }, ofChat, allMessages(db, user.id, id)))
      if (hasHiddenLines) {
        yield ',"hiddenLines":'
        yield* jsonList(hiddenLines(db, user.id, id))
      }
      yield '}'
      separator = ',\n'
    }
    yield separator === '[' ? '[]' : ']'
  })

const ofChat = 'WHERE user_id = :userId AND chat_session_id = chat_sessions.id'

async function* allChats(db: Database, gallery: Gallery, user: CurrentUser) {
  const names = new Map<string, string>()
  const rows = eachRow<Row>(pageSize, async (last, limit) => {
    const { rows } = await db.rawQuery<{ rows: Row[] }>(
      `SELECT id, character_id AS "characterId", opening_version IS NOT NULL AS "isOpeningUnstored",
         ${attributesOf(ChatSessionRow, { without: notExported.session })}, ${pinDepthsOf('chat_sessions.id', ':userId::uuid')} AS "pinDepths",
         (SELECT to_json(own) FROM (
            SELECT ${attributesOf(ChatSettingsRow, { without: notExported.settings })} FROM chat_settings ${ofChat}
          ) own) AS settings,
         (SELECT json_build_object('sessionId', parent_session_id, 'messageId', parent_message_id) FROM chat_branches ${ofChat}) AS "branchOf",
         (SELECT name FROM chat_folders WHERE user_id = :userId AND id = chat_sessions.folder_id) AS folder,
         (SELECT text FROM chat_drafts ${ofChat}) AS draft,
         (SELECT json_agg(json_build_object('id', character_id, 'isMuted', is_muted, 'talkativeness', talkativeness) ORDER BY position)
          FROM chat_group_members ${ofChat} AND removed_at IS NULL) AS members,
         (SELECT mode FROM chat_groups ${ofChat}) AS mode,
         EXISTS (SELECT FROM chat_import_lines ${ofChat} AND is_hidden) AS "hasHiddenLines",
         (SELECT json_agg(json_build_object('text', text, 'author', author, 'createdAt', created_at) ORDER BY created_at)
          FROM chat_summaries ${ofChat}) AS summaries,
         (SELECT json_agg(json_build_object('text', text, 'state', state) ORDER BY id) FROM chat_facts ${ofChat}) AS facts,
         (SELECT json_object_agg(kept.answer_id, kept.label) FROM chat_expressions kept JOIN chat_messages message ON message.user_id = kept.user_id AND message.id = message_id
          WHERE kept.user_id = :userId AND message.chat_session_id = chat_sessions.id AND message.deleted_at IS NULL) AS expressions
       FROM chat_sessions
       WHERE user_id = :userId AND deleted_at IS NULL AND id > :after::uuid ORDER BY id LIMIT :limit::int`,
      { userId: user.id, after: last?.id ?? nilUuid, limit }
    )
    const ids = [...new Set(rows.flatMap((row) => row.members?.map(({ id }) => id) ?? row.characterId ?? []))]
    names.clear()
    for (const [id, { character }] of await gallery.findMany(ids, user)) names.set(id, character.name)
    return rows
  })
  for await (const row of rows) yield { row, nameOf: (id: string) => names.get(id) ?? null }
}

async function* hiddenLines(db: Database, userId: string, sessionId: string): AsyncGenerator<string> {
  const rows = eachRow<{ position: number; line: Buffer }>(pageSize, async (last, limit) => {
    const { rows } = await db.rawQuery<{ rows: { position: number; line: Buffer }[] }>(
      `SELECT position, line FROM chat_import_lines
       WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND is_hidden AND position > ?::int ORDER BY position LIMIT ?::int`,
      [userId, sessionId, last?.position ?? -1, limit]
    )
    return rows
  })
  for await (const { line } of rows) yield line.toString('utf8')
}
