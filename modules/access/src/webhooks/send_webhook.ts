import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts, isAdminRole } from '#modules/accounts/index'
import { Jobs, type JobRun } from '#modules/jobs/index'
import { Outbound, type OutboundFailure, type OutboundLimits } from '#modules/kernel/outbound/outbound'
import { retryAfterMs } from '#modules/kernel/outbound/retry_after'
import type { Attributes } from '#modules/kernel/tables'
import { Notifications } from '#modules/notices/index'
import { Timers } from '#plugins/contract/timers'
import type { DeliveryProblem, WebhookOff } from '../../api.ts'
import { WebhookDeliveryRow } from '../tables/webhook_delivery_row.ts'
import type { WebhookRow } from '../tables/webhook_row.ts'
import { webhookKind, type WebhookJob } from './deliveries.ts'
import { signedHeaders } from './signatures.ts'
import { WebhookAudience } from './webhook_audience.ts'
import { Webhooks } from './webhooks.ts'

type Delivery = Attributes<WebhookDeliveryRow>
type Hooked = Attributes<WebhookRow>

const limits: OutboundLimits = { bytes: 16_384, timeoutMs: 10_000, redirects: 0 }
/** The pauses after each failed attempt, in seconds: about a day in all. The attempt after the last one is final. */
export const pausesSeconds = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800] as const
const pauseMs = { min: 1_000, max: 3_600_000 }
/** A webhook without a success for this long is turned off when an event has failed for good. */
const failingMs = 20 * 3_600_000

/** A status of an answer, or the reason why there is none. */
type Outcome = { status: number; retryAfter: string | undefined } | { problem: DeliveryProblem }

/** Sends an event at least once: a process that is killed before it has noted the answer sends it again, with the same id. */
@inject()
export class SendWebhook {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly webhooks: Webhooks,
    private readonly audience: WebhookAudience,
    private readonly accounts: Accounts,
    private readonly notifications: Notifications,
    private readonly outbound: Outbound,
    private readonly timers: Timers
  ) {}

  async run({ ownerId: userId, payload: { deliveryId }, signal }: JobRun<WebhookJob, null>): Promise<void> {
    const delivery = await WebhookDeliveryRow.of(userId).where('id', deliveryId).first()
    if (delivery?.state !== 'waiting') return
    const webhook = (await this.webhooks.find(userId, delivery.webhookId))!
    const outcome = (await this.#mayTell(webhook))
      ? await this.#send(webhook, delivery, signal)
      : { problem: 'off' as const }
    const off = await this.db.transaction((trx) => this.#note(webhook, delivery, outcome, trx))
    if (off) await this.audience.tell()
  }

  /** Whether its user still has the right to it. */
  async #mayTell({ userId, ofInstance, offAt }: Hooked): Promise<boolean> {
    if (offAt !== null) return false
    const person = await this.accounts.person(userId)
    return person !== null && person.disabledAt === null && (!ofInstance || isAdminRole(person.role))
  }

  async #send(webhook: Hooked, { id, type, createdAt, data }: Delivery, signal: AbortSignal): Promise<Outcome> {
    const secrets = this.webhooks.secretsOf(webhook, this.timers.now())
    if (secrets.length === 0) return { problem: 'lost_secret' }
    const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data })
    const seconds = Math.floor(this.timers.now() / 1_000)
    const sent = await this.outbound.send(
      {
        method: 'POST',
        url: webhook.url,
        headers: { 'content-type': 'application/json', ...signedHeaders({ id: `msg_${id}`, body, seconds }, secrets) },
        body,
      },
      limits,
      signal
    )
    if (sent.ok) return { status: sent.value.status, retryAfter: sent.value.headers['retry-after'] }
    return { problem: problems[sent.failure] }
  }

  /** Notes the answer and queues the next attempt, or ends the delivery. Returns whether the webhook was turned off. */
  async #note(
    webhook: Hooked,
    { userId, id, attempts }: Delivery,
    outcome: Outcome,
    trx: TransactionClientContract
  ): Promise<boolean> {
    const status = 'status' in outcome ? outcome.status : null
    const problem = 'problem' in outcome ? outcome.problem : null
    const isDelivered = status !== null && status >= 200 && status < 300
    const pauseSeconds = problem === 'off' || status === 410 ? undefined : pausesSeconds[attempts]
    const state = isDelivered ? 'delivered' : pauseSeconds === undefined ? 'failed' : 'waiting'
    await trx.rawQuery(
      `UPDATE webhook_deliveries SET state = ?, attempts = attempts + 1, tried_at = now(), status = ?::int, problem = ?
       WHERE user_id = ?::uuid AND id = ?::uuid AND state = 'waiting'`,
      [state, status, problem, userId, id] as never
    )
    if (problem === 'off') return false
    if (isDelivered) {
      await trx.rawQuery(
        `UPDATE webhooks SET failing_since = NULL WHERE user_id = ?::uuid AND id = ?::uuid AND failing_since IS NOT NULL`,
        [userId, webhook.id]
      )
      return false
    }
    await trx.rawQuery(
      'UPDATE webhooks SET failing_since = now() WHERE user_id = ?::uuid AND id = ?::uuid AND failing_since IS NULL',
      [userId, webhook.id]
    )
    if (state === 'waiting') {
      const retryAfter = 'status' in outcome ? outcome.retryAfter : undefined
      const delayMs = retryAfterMs(retryAfter, this.timers.now(), pauseMs) ?? pauseSeconds! * 1_000
      await this.jobs.enqueue({ kind: webhookKind, ownerId: userId, payload: { deliveryId: id }, delayMs }, trx)
      return false
    }
    const since = webhook.failingSince?.getTime() ?? Infinity
    if (status === 410) return this.#turnOff(webhook, 'gone', trx)
    return this.timers.now() - since > failingMs && this.#turnOff(webhook, 'failing', trx)
  }

  async #turnOff(
    webhook: Hooked,
    because: Exclude<WebhookOff, 'owner'>,
    trx: TransactionClientContract
  ): Promise<boolean> {
    if (!(await this.webhooks.turnOff(webhook, because, trx))) return false
    const { userId, id: webhookId } = webhook
    await this.notifications.add(
      {
        userId,
        kind: 'webhook_off',
        key: `webhook:${webhookId}:${this.timers.now()}`,
        group: `webhook:${webhookId}`,
        subject: { webhookId },
      },
      trx
    )
    return true
  }
}

const problems: Record<OutboundFailure, DeliveryProblem> = {
  refused: 'refused',
  not_sent: 'unreachable',
  unreachable: 'unreachable',
  timed_out: 'timed_out',
  too_large: 'too_large',
}
