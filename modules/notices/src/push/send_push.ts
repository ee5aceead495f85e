import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs, type JobRun } from '#modules/jobs/index'
import { Outbound, type OutboundLimits } from '#modules/kernel/outbound/outbound'
import { retryAfterMs } from '#modules/kernel/outbound/retry_after'
import { Presence } from '#modules/realtime/index'
import { Timers } from '#plugins/contract/timers'
import { PushSettings, type AddedNotification } from '../../index.ts'
import { DescribeNotifications, type DescribedNotification } from '../queries/describe_notifications.ts'
import { PushKeys } from './push_keys.ts'
import { composePush, topicOf } from './push_message.ts'
import { PushSubscriptions, type PushDevice } from './push_subscriptions.ts'
import { PushAllowance } from './rate_limits.ts'
import { authorizePush, encryptPush, parseReceiverKeys } from './web_push.ts'

export const pushKind = 'push'

export interface PushJob {
  notificationId: string
  /** The devices to try again. All of them at first. */
  sessionIds?: readonly string[]
  /** How often they were tried. */
  tries?: number
}

/** Push services keep a message this long for a device that is off. */
const ttlSeconds = 86_400
const limits: OutboundLimits = { bytes: 16_384, timeoutMs: 10_000, redirects: 0 }
const triesMax = 5
const retryMs = (tries: number) => 5_000 * 4 ** tries
/** A push service may ask for a pause, within these limits. */
const pauseMs = { min: 1_000, max: 3_600_000 }
const usualPauseMs = 60_000

/** `later`: the service has not accepted it, so it may be sent again. `failed`: it may have, or never will. */
type Outcome = { kind: 'sent' | 'gone' | 'failed' } | { kind: 'later'; afterMs: number }

/**
 * Pushes a notification to the user's devices, at most once to each. The run is marked before it sends, so a process that is killed may
 * lose a push, and none is sent twice. Only what a service has refused for now is tried again, by a job of its own.
 */
@inject()
export class SendPush {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly keys: PushKeys,
    private readonly subscriptions: PushSubscriptions,
    private readonly presence: Presence,
    private readonly allowance: PushAllowance,
    private readonly describe: DescribeNotifications,
    private readonly outbound: Outbound,
    private readonly timers: Timers,
    private readonly logger: Logger,
    private readonly settings: PushSettings
  ) {}

  /** Queues the pushes of new notifications, for users with a device. */
  async enqueue(notifications: readonly AddedNotification[], trx: TransactionClientContract): Promise<void> {
    const pushed = notifications.filter(({ ways }) => ways.includes('push'))
    if (pushed.length === 0) return
    const userIds = [...new Set(pushed.map(({ userId }) => userId))]
    const reachable = new Set(await this.subscriptions.usersAmong(userIds, trx))
    await this.jobs.enqueueMany(
      pushed
        .filter(({ userId }) => reachable.has(userId))
        .map(({ userId, id }) => ({
          kind: pushKind,
          ownerId: userId,
          payload: { notificationId: id } satisfies PushJob,
        })),
      trx
    )
  }

  async run({ ownerId: userId, payload, progress, signal, save }: JobRun<PushJob, { isMarked: true }>): Promise<void> {
    if (progress) return
    const { notificationId, sessionIds, tries = 0 } = payload
    const group = await this.#unreadGroup(userId, notificationId)
    if (group === null || (await this.presence.sightOf(userId)) === 'in_sight') return
    const [words] = await this.describe.runInBackground(userId, [notificationId])
    if (!words) return
    const open = await this.subscriptions.listOpen(userId)
    const devices = sessionIds ? open.filter(({ sessionId }) => sessionIds.includes(sessionId)) : open
    if (devices.length === 0) return
    if (tries === 0 && (await this.allowance.count(userId)) !== null) return
    signal.throwIfAborted()
    await save({ isMarked: true })
    // Not stopped by `signal`: a marked push wouldn't be sent again.
    const outcomes = await Promise.all(
      devices.map(async (device) => ({ device, outcome: await this.#send(userId, device, words, group, tries) }))
    )
    for (const { device, outcome } of outcomes)
      if (outcome.kind === 'gone') await this.subscriptions.dropEndpoint(userId, device)
    if (tries + 1 >= triesMax) return
    const later = outcomes.flatMap(({ device: { sessionId }, outcome }) =>
      outcome.kind === 'later' ? [{ sessionId, delayMs: outcome.afterMs }] : []
    )
    const again = later.map(({ sessionId, delayMs }) => ({
      kind: pushKind,
      ownerId: userId,
      payload: { notificationId, sessionIds: [sessionId], tries: tries + 1 } satisfies PushJob,
      delayMs,
    }))
    if (again.length > 0) await this.db.transaction((trx) => this.jobs.enqueueMany(again, trx))
  }

  /** Returns null for a notification that is read or gone. */
  async #unreadGroup(userId: string, id: string): Promise<string | null> {
    const { rows } = await this.db.rawQuery<{ rows: { group: string }[] }>(
      'SELECT group_key AS "group" FROM notifications WHERE user_id = ?::uuid AND id = ?::uuid AND read_at IS NULL',
      [userId, id]
    )
    return rows[0]?.group ?? null
  }

  async #send(
    userId: string,
    device: PushDevice,
    words: DescribedNotification,
    group: string,
    tries: number
  ): Promise<Outcome> {
    const [key, receiver] = [await this.keys.find(device.serverKey), parseReceiverKeys(device)]
    if (!key || !receiver) return { kind: 'gone' }
    const topic = topicOf(userId, group)
    const message = composePush(words, { tag: topic, showsTexts: device.showsTexts })
    const sent = await this.outbound.send(
      {
        method: 'POST',
        url: device.endpoint,
        headers: {
          Authorization: authorizePush(device.endpoint, key, this.settings.contact, this.timers.now()),
          'Content-Encoding': 'aes128gcm',
          'Content-Type': 'application/octet-stream',
          TTL: String(ttlSeconds),
          Topic: topic,
          Urgency: words.kind === 'reply_finished' ? 'high' : 'normal',
        },
        body: encryptPush(message, receiver),
      },
      limits
    )
    const outcome = sent.ok
      ? outcomeOf(sent.value.status, sent.value.headers['retry-after'], tries, this.timers.now())
      : failureOutcome(sent.failure, tries)
    if (outcome.kind === 'failed' || outcome.kind === 'later')
      this.logger.warn(
        // The rest of an endpoint is a secret of its browser.
        { service: new URL(device.endpoint).host, because: sent.ok ? sent.value.status : sent.failure },
        'a push service did not take a push'
      )
    return outcome
  }
}

const failureOutcome = (failure: string, tries: number): Outcome => {
  if (failure === 'refused') return { kind: 'gone' }
  return failure === 'not_sent' ? { kind: 'later', afterMs: retryMs(tries) } : { kind: 'failed' }
}

const outcomeOf = (status: number, retryAfter: string | undefined, tries: number, nowMs: number): Outcome => {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429) return { kind: 'later', afterMs: retryAfterMs(retryAfter, nowMs, pauseMs) ?? usualPauseMs }
  return status >= 500 ? { kind: 'later', afterMs: retryMs(tries) } : { kind: 'failed' }
}
