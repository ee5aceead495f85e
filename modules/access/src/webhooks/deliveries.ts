import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#modules/jobs/index'
import { runInBatches } from '#modules/kernel/batches'
import { newId } from '#modules/kernel/ids'
import { encodeCursor, type Page } from '#modules/kernel/pages'
import type { Attributes } from '#modules/kernel/tables'
import { Timers } from '#plugins/contract/timers'
import { webhookLimits, type WebhookDelivery, type WebhookEvent } from '../../api.ts'
import { WebhookDeliveryRow } from '../tables/webhook_delivery_row.ts'

export const webhookKind = 'webhook'

export interface WebhookJob {
  deliveryId: string
}

interface Event {
  type: WebhookEvent
  /** The user whose thing it is. */
  userId: string
  /** Ids and numbers, never texts of users. */
  data: object
}

/** Rows of a batch. */
const rowsAtOnce = 500
const batchesMax = 1_000_000

/** The events for webhooks: each is stored before it is sent, and stays in the log for a while. */
@inject()
export class Deliveries {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly timers: Timers
  ) {}

  /** Queues an event in the caller's transaction, for each webhook that is told of it. */
  async add({ type, userId, data }: Event, trx: TransactionClientContract): Promise<void> {
    const { rows } = await trx.rawQuery<{ rows: { userId: string; id: string }[] }>(
      `-- all users: those whose webhook is told of the event
       SELECT user_id AS "userId", id FROM webhooks
       WHERE (of_instance OR user_id = :userId::uuid) AND events @> ARRAY[:type]::text[] AND off_at IS NULL`,
      { userId, type }
    )
    await this.#queue(
      rows.map((webhook) => ({ ...webhook, type, data })),
      trx
    )
  }

  /** Queues a test event. Null for a webhook that the user doesn't have, or that is off. */
  ping(userId: string, webhookId: string): Promise<WebhookDelivery | null> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery(
        'SELECT FROM webhooks WHERE user_id = ?::uuid AND id = ?::uuid AND off_at IS NULL',
        [userId, webhookId]
      )
      if (rows.length === 0) return null
      const [id] = await this.#queue([{ userId, id: webhookId, type: 'ping', data: {} }], trx)
      const row = id === undefined ? null : await this.#of(userId, webhookId, trx).where('id', id).first()
      return row && toDelivery(row)
    })
  }

  /** Sends an event again, with the same id. Null for one that the user doesn't have or that waits, or if the webhook is off. */
  replay(userId: string, webhookId: string, id: string): Promise<WebhookDelivery | null> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery(
        `UPDATE webhook_deliveries SET state = 'waiting', attempts = 0
         WHERE user_id = :userId::uuid AND id = :id::uuid AND webhook_id = :webhookId::uuid AND state <> 'waiting'
           AND EXISTS (SELECT FROM webhooks WHERE user_id = :userId::uuid AND id = :webhookId::uuid AND off_at IS NULL)
         RETURNING id`,
        { userId, id, webhookId }
      )
      if (rows.length === 0) return null
      await this.#enqueue([{ userId, id }], trx)
      return toDelivery((await this.#of(userId, webhookId, trx).where('id', id).first())!)
    })
  }

  /** Lists the deliveries of a webhook, newest first. `after`: the id of the last one of the previous page. */
  async list(userId: string, webhookId: string, after: string | null, limit: number): Promise<Page<WebhookDelivery>> {
    const query = this.#of(userId, webhookId)
      .orderBy('id', 'desc')
      .limit(limit + 1)
    if (after !== null) void query.where('id', '<', after)
    const rows = await query
    const page = rows.slice(0, limit).map(toDelivery)
    return { items: page, next: rows.length > limit ? encodeCursor(['delivery', page.at(-1)!.id]) : null }
  }

  /** Deletes old deliveries. */
  async purge(signal?: AbortSignal): Promise<void> {
    await runInBatches(
      async () => {
        const { rowCount } = await this.db.rawQuery<{ rowCount: number }>(
          `-- all users: old deliveries
           DELETE FROM webhook_deliveries USING (
             SELECT user_id, id FROM webhook_deliveries WHERE created_at < now() - make_interval(days => ?::int)
             ORDER BY created_at LIMIT ?::int
           ) AS old WHERE webhook_deliveries.user_id = old.user_id AND webhook_deliveries.id = old.id`,
          [webhookLimits.keptDays, rowsAtOnce]
        )
        return rowCount < rowsAtOnce
      },
      { timers: this.timers, max: batchesMax, signal }
    )
  }

  #of(userId: string, webhookId: string, client?: TransactionClientContract) {
    return WebhookDeliveryRow.of(userId, client ? { client } : {}).where('webhook_id', webhookId)
  }

  /** Stores and queues events, except for webhooks that have too many waiting. Returns the ids. */
  async #queue(
    events: readonly { userId: string; id: string; type: string; data: object }[],
    trx: TransactionClientContract
  ): Promise<string[]> {
    if (events.length === 0) return []
    const { rows } = await trx.rawQuery<{ rows: { userId: string; id: string }[] }>(
      `-- all users: an event for the webhooks of several
       INSERT INTO webhook_deliveries (user_id, id, webhook_id, type, data)
       SELECT user_id, id, webhook_id, type, data
       FROM unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::jsonb[]) AS given (user_id, id, webhook_id, type, data)
       WHERE (
         SELECT count(*) FROM (
           SELECT FROM webhook_deliveries waiting WHERE waiting.user_id = given.user_id AND waiting.webhook_id = given.webhook_id
             AND waiting.state = 'waiting' LIMIT ${webhookLimits.waitingMax}
         ) counted
       ) < ${webhookLimits.waitingMax}
       RETURNING user_id AS "userId", id`,
      [
        events.map(({ userId }) => userId),
        events.map(() => newId()),
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        events.map(({ data }) => JSON.stringify(data)),
      ] as never
    )
    await this.#enqueue(rows, trx)
    return rows.map(({ id }) => id)
  }

  #enqueue(deliveries: readonly { userId: string; id: string }[], trx: TransactionClientContract): Promise<void> {
    return this.jobs.enqueueMany(
      deliveries.map(({ userId, id }) => ({
        kind: webhookKind,
        ownerId: userId,
        payload: { deliveryId: id } satisfies WebhookJob,
      })),
      trx
    )
  }
}

const toDelivery = ({
  id,
  type,
  createdAt,
  state,
  attempts,
  triedAt,
  status,
  problem,
}: Attributes<WebhookDeliveryRow>): WebhookDelivery => ({
  id,
  type,
  createdAt: createdAt.toISOString(),
  state,
  attempts,
  triedAt: triedAt?.toISOString() ?? null,
  status,
  problem,
})
