import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { newId } from '#modules/kernel/ids'
import { fail, type Result } from '#modules/kernel/result'
import type { UserTurns } from '#modules/kernel/user_turns'

const leaseSeconds = 60
const renewEveryMs = 15_000

/** Limits each user to one import at a time, across all processes. After a process has died, its lease expires within a minute. */
@inject()
export class ImportTurns {
  constructor(private readonly db: Database) {}

  /** Returns null without running `work` if the user has another import in progress. */
  async use<Outcome>(userId: string, work: () => Promise<Outcome>): Promise<Outcome | null> {
    const importId = newId()
    const taken = await this.db.rawQuery<{ rowCount: number }>(
      `INSERT INTO card_imports_under_way VALUES (:userId::uuid, :importId::uuid, clock_timestamp() + make_interval(secs => :seconds))
       ON CONFLICT (user_id) DO UPDATE SET import_id = excluded.import_id, expires_at = excluded.expires_at
       WHERE card_imports_under_way.expires_at < clock_timestamp()`,
      { userId, importId, seconds: leaseSeconds }
    )
    if (taken.rowCount === 0) return null
    const timer = setInterval(() => {
      // If a renewal fails, the next one still comes before the lease expires.
      this.#renew(importId).catch(() => {})
    }, renewEveryMs)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      await this.db.rawQuery('DELETE FROM card_imports_under_way WHERE import_id = ?::uuid', [importId])
    }
  }

  async #renew(importId: string) {
    await this.db.rawQuery(
      `UPDATE card_imports_under_way SET expires_at = clock_timestamp() + make_interval(secs => ?) WHERE import_id = ?::uuid`,
      [leaseSeconds, importId]
    )
  }
}

export type TurnRefusal =
  /** The process already runs the maximum number of imports. */
  | { kind: 'overloaded' }
  /** The user has another import in progress. */
  | { kind: 'busy' }

/**
 * Calls `receive` once no other import of the user is running, so that uploads are limited, too. `work` waits for a slot afterwards, so
 * that a slow upload delays no other user.
 */
export const inTurn = async <Received, Refusal, Answer, Failure>(
  userId: string,
  { turns, slots }: { turns: ImportTurns; slots: UserTurns },
  receive: () => Promise<Result<Received, Refusal>>,
  work: (received: Received) => Promise<Result<Answer, Failure>>
): Promise<Result<Answer, Refusal | Failure | TurnRefusal>> => {
  const imported = await turns.use(userId, async () => {
    const received = await receive()
    if (!received.ok) return received
    const worked = await slots.use(userId, () => work(received.value))
    return worked ?? fail({ kind: 'overloaded' as const })
  })
  return imported ?? fail({ kind: 'busy' as const })
}
