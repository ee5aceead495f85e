import type { Database } from '@adonisjs/lucid/database'
import { eachRow, jsonList, type CurrentUser, type ExportSections } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import type { ChatSettings } from '../sessions/api.ts'
import type { GroupMode } from '../replies/api.ts'
import { pinDepthsOf, storeOpening } from '../replies/index.ts'
import { allMessages, type ChatsSource } from './export_chat.ts'

const pageSize = 50

type ExportedSettings = Pick<
  ChatSettings,
  'note' | 'scenario' | 'systemPrompt' | 'personaId' | 'length' | 'sampling' | 'endsWhole'
>

interface Row {
  id: string
  /** Null for a group chat. */
  character_id: string | null
  members: { id: string; isMuted: boolean; talkativeness: number }[] | null
  mode: GroupMode | null
  title: string | null
  is_opening_unstored: boolean
  pins: string[]
  pin_depths: Record<string, number> | null
  lorebook_ids: string[]
  settings: ExportedSettings | null
  created_at: Date
  last_message_at: Date
  has_hidden_lines: boolean
  branch_of: { sessionId: string; messageId: string } | null
  summaries: object[] | null
  facts: object[] | null
  draft: string | null
}

/**
 * Adds a user's chats to the account export, with all messages and answers. Includes the ids and names of their characters, and the
 * characters' settings in groups. `hiddenLines` are the lines of an imported file that no screen shows.
 */
export const exportChats = (sections: ExportSections, { db, gallery, notice }: ChatsSource) =>
  sections.add('chats', async function* (user) {
    let separator = '['
    for await (const { row, nameOf } of allChats(db, gallery, user)) {
      const {
        id,
        character_id: characterId,
        members,
        mode,
        title,
        pins,
        pin_depths: pinDepths,
        lorebook_ids: lorebookIds,
        settings,
        summaries,
        facts,
        created_at: createdAt,
        last_message_at: lastMessageAt,
        branch_of: branchOf,
        draft,
      } = row
      const named = (characterId: string) => ({ id: characterId, name: nameOf(characterId) })
      const inGroup = () => (members ?? []).map(({ id, ...settings }) => ({ ...named(id), ...settings }))
      const who = characterId === null ? { mode, characters: inGroup() } : { character: named(characterId) }
      const head = {
        id,
        ...who,
        title,
        pins,
        pinDepths,
        lorebookIds,
        settings,
        summaries,
        facts,
        createdAt,
        lastMessageAt,
        branchOf,
        draft,
        notice,
      }
      yield `${separator}${JSON.stringify(head).slice(0, -1)},"messages":`
      if (row.is_opening_unstored) await storeOpening(db.connection(), user.id, id)
      yield* jsonList(allMessages(db, user.id, id))
      if (row.has_hidden_lines) {
        yield ',"hiddenLines":'
        yield* jsonList(hiddenLines(db, user.id, id))
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
      `SELECT id, character_id, title, opening_version IS NOT NULL AS is_opening_unstored, pins, ${pinDepthsOf('chat_sessions.id', ':userId::uuid')} AS pin_depths, lorebook_ids, created_at, last_message_at,
         (SELECT json_build_object('note', note, 'scenario', scenario, 'systemPrompt', system_prompt, 'personaId', persona_id, 'length', length, 'sampling', sampling, 'endsWhole', ends_whole)
          FROM chat_settings WHERE user_id = :userId AND chat_session_id = chat_sessions.id) AS settings,
         (SELECT json_build_object('sessionId', parent_session_id, 'messageId', parent_message_id) FROM chat_branches
          WHERE user_id = :userId AND chat_session_id = chat_sessions.id) AS branch_of,
         (SELECT text FROM chat_drafts WHERE user_id = :userId AND chat_session_id = chat_sessions.id) AS draft,
         (SELECT json_agg(json_build_object('id', character_id, 'isMuted', is_muted, 'talkativeness', talkativeness) ORDER BY position)
          FROM chat_group_members WHERE user_id = :userId AND chat_session_id = chat_sessions.id AND removed_at IS NULL) AS members,
         (SELECT mode FROM chat_groups WHERE user_id = :userId AND chat_session_id = chat_sessions.id) AS mode,
         EXISTS (SELECT FROM chat_import_lines WHERE user_id = :userId AND chat_session_id = chat_sessions.id AND is_hidden) AS has_hidden_lines,
         (SELECT json_agg(json_build_object('text', text, 'author', author, 'createdAt', created_at) ORDER BY created_at)
          FROM chat_summaries WHERE user_id = :userId AND chat_session_id = chat_sessions.id) AS summaries,
         (SELECT json_agg(json_build_object('text', text, 'state', state) ORDER BY id)
          FROM chat_facts WHERE user_id = :userId AND chat_session_id = chat_sessions.id) AS facts
       FROM chat_sessions
       WHERE user_id = :userId AND deleted_at IS NULL AND id > :after::uuid ORDER BY id LIMIT :limit::int`,
      { userId: user.id, after: last?.id ?? '00000000-0000-0000-0000-000000000000', limit }
    )
    const ids = [...new Set(rows.flatMap((row) => row.members?.map(({ id }) => id) ?? row.character_id ?? []))]
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
