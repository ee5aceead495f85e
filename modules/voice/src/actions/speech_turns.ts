import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { newId } from '#modules/kernel/ids'
import { Timers } from '#plugins/contract/timers'

/** How long a turn lasts after its process has died. */
const leaseSeconds = 10
/** Two renewals may fail. */
export const renewEveryMs = 3_000

/** One stream a user, over all processes. */
@inject()
export class SpeechTurns {
  constructor(
    private readonly db: Database,
    private readonly timers: Timers
  ) {}

  /** Runs `work` if the user has no other stream. Returns null otherwise. */
  async use<Value>(userId: string, work: () => Promise<Value>): Promise<Value | null> {
    const id = newId()
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      `INSERT INTO speech_turns (user_id, id, expires_at)
       VALUES (:userId::uuid, :id::uuid, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
       ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, expires_at = excluded.expires_at
       WHERE speech_turns.expires_at < clock_timestamp() RETURNING id`,
      { userId, id }
    )
    if (rows.length === 0) return null
    const endRenewals = this.timers.every(renewEveryMs, () => this.#renew(userId, id).catch(() => {}))
    try {
      return await work()
    } finally {
      endRenewals()
      await this.db.rawQuery('DELETE FROM speech_turns WHERE user_id = ?::uuid AND id = ?::uuid', [userId, id])
    }
  }

  async #renew(userId: string, id: string) {
    await this.db.rawQuery(
      `UPDATE speech_turns SET expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
       WHERE user_id = ?::uuid AND id = ?::uuid`,
      [userId, id]
    )
  }
}
