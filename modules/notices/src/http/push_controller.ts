import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Done } from '#modules/kernel/calls'
import { Outbound } from '#modules/kernel/outbound/outbound'
import { readBody } from '#modules/kernel/validation'
import { pushLimits, type PushState } from '../../api.ts'
import { PushKeys } from '../push/push_keys.ts'
import { PushSubscriptions } from '../push/push_subscriptions.ts'
import { PushChangeLimit } from '../push/rate_limits.ts'
import { parseReceiverKeys } from '../push/web_push.ts'
import { refusePush } from './push_refusals.ts'

/** Pushes to the browser that asks, which is its session. */
@inject()
export default class PushController {
  static readonly subscriptionValidator = vine.create({
    endpoint: vine.string().maxLength(pushLimits.endpointMax),
    keys: vine.object({ p256dh: vine.string().maxLength(100), auth: vine.string().maxLength(100) }),
    publicKey: vine.string().maxLength(100),
    showsTexts: vine.boolean({ strict: true }),
  })

  constructor(
    private readonly keys: PushKeys,
    private readonly subscriptions: PushSubscriptions,
    private readonly outbound: Outbound,
    private readonly changeLimit: PushChangeLimit
  ) {}

  async show({ auth }: HttpContext): Promise<PushState> {
    const [{ publicKey }, device] = await Promise.all([
      this.keys.current(),
      this.subscriptions.find(auth.getUserOrFail().id, auth.use('web').getSessionIdOrFail()),
    ])
    if (!device) return { publicKey, device: null }
    const { endpoint, showsTexts, serverKey } = device
    return { publicKey, device: { endpoint, showsTexts, isOutdated: serverKey !== publicKey } }
  }

  async subscribe(ctx: HttpContext): Promise<Done | void> {
    const { endpoint, keys, publicKey, showsTexts } = await readBody(ctx, PushController.subscriptionValidator)
    const { id: userId } = ctx.auth.getUserOrFail()
    const retryAfterSeconds = await this.changeLimit.count(userId)
    if (retryAfterSeconds !== null) return refusePush(ctx, { kind: 'too_many', retryAfterSeconds })
    if (!parseReceiverKeys(keys)) return refusePush(ctx, 'invalid_keys')
    if (!endpoint.startsWith('https://') || !this.outbound.mayAsk(endpoint)) return refusePush(ctx, 'invalid_endpoint')
    if (!(await this.keys.find(publicKey))) return refusePush(ctx, 'unknown_key')
    const sessionId = ctx.auth.use('web').getSessionIdOrFail()
    const device = { sessionId, endpoint, ...keys, serverKey: publicKey, showsTexts }
    if (!(await this.subscriptions.save(userId, device))) return refusePush(ctx, 'signed_out')
    return { message: 'This device gets notifications now.' }
  }

  async unsubscribe({ auth }: HttpContext): Promise<Done> {
    await this.subscriptions.drop(auth.getUserOrFail().id, [auth.use('web').getSessionIdOrFail()])
    return { message: 'This device gets no notifications now.' }
  }
}
