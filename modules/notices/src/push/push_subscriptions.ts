import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Sessions } from '#modules/accounts/index'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { pushLimits } from '../../api.ts'
import { PushSubscriptionRow } from '../tables/push_subscription_row.ts'

export type PushDevice = Omit<Attributes<PushSubscriptionRow>, 'userId' | 'createdAt'>

const device = attributesOf(PushSubscriptionRow, { without: ['user_id', 'created_at'] })

/** The browsers that get a user's pushes. Each belongs to a session, and goes in the transaction that ends the session. */
@inject()
export class PushSubscriptions {
  constructor(
    private readonly db: Database,
    private readonly sessions: Sessions
  ) {}

  /**
   * Saves the subscription of a session, in the place of its earlier one. Beyond ten of a user, the oldest goes. Returns false if the session
   * has ended meanwhile.
   */
  save(userId: string, subscription: PushDevice): Promise<boolean> {
    return this.db.transaction(async (trx) => {
      if (!(await this.sessions.lock(userId, subscription.sessionId, trx))) return false
      // Serializes the calls that could exceed the limit together.
      await trx.rawQuery('SELECT FROM push_subscriptions WHERE user_id = ?::uuid ORDER BY session_id FOR UPDATE', [
        userId,
      ])
      await trx.rawQuery(
        `INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, server_key, shows_texts)
         VALUES (:userId::uuid, :sessionId::uuid, :endpoint, :p256dh, :auth, :serverKey, :showsTexts)
         ON CONFLICT (user_id, session_id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh,
           auth = excluded.auth, server_key = excluded.server_key, shows_texts = excluded.shows_texts`,
        { userId, ...subscription } as never
      )
      await trx.rawQuery(
        `DELETE FROM push_subscriptions WHERE user_id = :userId::uuid AND (
           (endpoint = :endpoint AND session_id <> :sessionId::uuid) OR session_id IN (
             SELECT session_id FROM push_subscriptions WHERE user_id = :userId::uuid
             ORDER BY session_id = :sessionId::uuid DESC, created_at DESC, session_id OFFSET ${pushLimits.devices}
           )
         )`,
        { userId, ...subscription } as never
      )
      return true
    })
  }

  async find(userId: string, sessionId: string): Promise<PushDevice | null> {
    const { rows } = await this.db.rawQuery<{ rows: PushDevice[] }>(
      `SELECT ${device} FROM push_subscriptions WHERE user_id = ?::uuid AND session_id = ?::uuid`,
      [userId, sessionId]
    )
    return rows[0] ?? null
  }

  /** Returns the subscriptions of open sessions, and deletes the others: sessions expire, and processes of an earlier version end some. */
  async listOpen(userId: string): Promise<PushDevice[]> {
    const { rows } = await this.db.rawQuery<{ rows: PushDevice[] }>(
      `SELECT ${device} FROM push_subscriptions WHERE user_id = ?::uuid`,
      [userId]
    )
    if (rows.length === 0) return []
    const open = new Set(await this.sessions.openIds(userId))
    const ended = rows.filter(({ sessionId }) => !open.has(sessionId))
    if (ended.length > 0)
      await this.drop(
        userId,
        ended.map(({ sessionId }) => sessionId)
      )
    return rows.filter(({ sessionId }) => open.has(sessionId))
  }

  /** Returns those of the users who have a subscription. */
  async usersAmong(userIds: readonly string[], client: Pick<TransactionClientContract, 'rawQuery'>): Promise<string[]> {
    const { rows } = await client.rawQuery<{ rows: { userId: string }[] }>(
      `SELECT user_id AS "userId" FROM unnest(?::uuid[]) AS given (user_id)
       WHERE EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = given.user_id)`,
      [[...userIds]] as never
    )
    return rows.map(({ userId }) => userId)
  }

  async drop(
    userId: string,
    sessionIds: readonly string[],
    client: Pick<TransactionClientContract, 'rawQuery'> = this.db
  ): Promise<void> {
    await client.rawQuery('DELETE FROM push_subscriptions WHERE user_id = ?::uuid AND session_id = ANY (?::uuid[])', [
      userId,
      [...sessionIds],
    ] as never)
  }

  /** Deletes a subscription that its push service has ended, unless the browser has a new one by now. */
  async dropEndpoint(userId: string, { sessionId, endpoint }: PushDevice): Promise<void> {
    await this.db.rawQuery(
      'DELETE FROM push_subscriptions WHERE user_id = ?::uuid AND session_id = ?::uuid AND endpoint = ?',
      [userId, sessionId, endpoint]
    )
  }

  async forgetUser(userId: string, trx: TransactionClientContract): Promise<void> {
    await trx.rawQuery('DELETE FROM push_subscriptions WHERE user_id = ?::uuid', [userId])
  }
}
