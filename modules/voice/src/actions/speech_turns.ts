import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { newId } from '#modules/kernel/ids'
import { VoiceSettings } from '../../index.ts'

/** How much longer than a call a turn lasts, if its process dies. */
const storingSeconds = 10

/** One stream a user, over all processes. */
@inject()
export class SpeechTurns {
  constructor(
    private readonly db: Database,
    private readonly settings: VoiceSettings
  ) {}

  /** Runs `work` if the user has no other stream. Returns null otherwise. */
  async use<Value>(userId: string, work: () => Promise<Value>): Promise<Value | null> {
    const id = newId()
    const seconds = Math.ceil(this.settings.timeoutMs / 1_000) + storingSeconds
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      `INSERT INTO speech_turns (user_id, id, expires_at)
       VALUES (:userId::uuid, :id::uuid, clock_timestamp() + make_interval(secs => :seconds::int))
       ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, expires_at = excluded.expires_at
       WHERE speech_turns.expires_at < clock_timestamp() RETURNING id`,
      { userId, id, seconds }
    )
    if (rows.length === 0) return null
    try {
      return await work()
    } finally {
      await this.db.rawQuery('DELETE FROM speech_turns WHERE user_id = ?::uuid AND id = ?::uuid', [userId, id])
    }
  }
}
