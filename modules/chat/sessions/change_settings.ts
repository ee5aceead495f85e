import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { UserEvents } from '#modules/realtime/index'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { Personas } from '#modules/accounts/index'
import { Lore } from '#modules/lore/index'
import type { ChatSettings } from './api.ts'
import { setupColumn, type SetupRow } from '../prompts/index.ts'
import { chatUserEvent } from '../replies/api.ts'

interface Row extends SetupRow {
  lorebook_ids: string[]
}

const ownChat = 'user_id = ?::uuid AND id = ?::uuid AND deleted_at IS NULL'

/** The columns of `chat_settings`, by the keys of the settings. */
const columns = {
  note: { name: 'note', type: 'jsonb' },
  scenario: { name: 'scenario', type: 'text' },
  systemPrompt: { name: 'system_prompt', type: 'text' },
  personaId: { name: 'persona_id', type: 'uuid' },
  length: { name: 'length', type: 'jsonb' },
  sampling: { name: 'sampling', type: 'jsonb' },
  endsWhole: { name: 'ends_whole', type: 'boolean' },
  runsScripts: { name: 'runs_scripts', type: 'boolean' },
} as const
const keys = Object.keys(columns) as (keyof typeof columns)[]

/** Reads and changes the settings of a chat. The methods return null if this user has no such chat. */
@inject()
export class ChangeSettings {
  constructor(
    private readonly db: Database,
    private readonly events: UserEvents,
    private readonly lore: Lore,
    private readonly personas: Personas
  ) {}

  async read(userId: string, sessionId: string): Promise<ChatSettings | null> {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT lorebook_ids, ${setupColumn('chat_sessions.id', 'chat_sessions.user_id')} AS setup FROM chat_sessions WHERE ${ownChat}`,
      [userId, sessionId]
    )
    const [row] = rows
    if (!row) return null
    const personaId = row.setup?.persona_id ?? null
    return {
      note: row.setup?.note ?? null,
      scenario: row.setup?.scenario ?? null,
      systemPrompt: row.setup?.system_prompt ?? null,
      lorebookIds: await this.lore.findOwn(userId, row.lorebook_ids),
      // A deleted persona counts as the default persona.
      personaId: personaId && (await this.personas.has(userId, personaId)) ? personaId : null,
      length: row.setup?.length ?? null,
      sampling: row.setup?.sampling ?? null,
      endsWhole: row.setup?.ends_whole ?? false,
      runsScripts: row.setup?.runs_scripts ?? true,
    }
  }

  /**
   * Changes the settings, from the next reply on. A prompt must not contain another user's texts, so lorebooks and personas must be the
   * user's own.
   */
  async change(
    userId: string,
    sessionId: string,
    change: Partial<ChatSettings>
  ): Promise<ChatSettings | 'unknown_lorebook' | 'unknown_persona' | null> {
    const { db, events } = this
    if (Object.values(change).every((value) => value === undefined)) return this.read(userId, sessionId)
    const refusal = await db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
        `SELECT FROM chat_sessions WHERE ${ownChat} FOR UPDATE`,
        [userId, sessionId]
      )
      if (rows.length === 0) return 'no_such_chat'
      const { lorebookIds, personaId } = change
      if (personaId && !(await this.personas.has(userId, personaId, trx))) return 'unknown_persona'
      if (lorebookIds) {
        const own = await this.lore.findOwn(userId, lorebookIds, trx)
        if (own.length < lorebookIds.length) return 'unknown_lorebook'
        await trx.rawQuery(
          'UPDATE chat_sessions SET lorebook_ids = ?::uuid[] WHERE user_id = ?::uuid AND id = ?::uuid',
          [lorebookIds, userId, sessionId] as never
        )
      }
      await store(trx, userId, sessionId, change)
      return null
    })
    if (refusal) return refusal === 'no_such_chat' ? null : refusal
    events.publish(userId, chatUserEvent(sessionId, 'settings_changed'))
    return this.read(userId, sessionId)
  }
}

const store = async (trx: QueryClientContract, userId: string, sessionId: string, change: Partial<ChatSettings>) => {
  const changed = keys.filter((key) => change[key] !== undefined)
  if (changed.length === 0) return
  const names = changed.map((key) => columns[key].name)
  const values = changed.map((key) => {
    const value = change[key]
    return value !== null && columns[key].type === 'jsonb' ? JSON.stringify(value) : value
  })
  await trx.rawQuery(
    `INSERT INTO chat_settings (user_id, chat_session_id, ${names.join(', ')})
     VALUES (?::uuid, ?::uuid, ${changed.map((key) => `?::${columns[key].type}`).join(', ')})
     ON CONFLICT (user_id, chat_session_id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [userId, sessionId, ...values] as never
  )
}
