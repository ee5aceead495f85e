import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { WebhookRefused, type PaymentChange, type PaymentEvent } from '#plugins/contract/payment'
import { OrderReconciliation } from '../../index.ts'
import { Shop } from '../orders/shop.ts'
import { rawBody } from './raw_body.ts'
import { refuse } from './refusals.ts'

@inject()
export default class PaymentWebhooksController {
  constructor(
    private readonly shop: Shop,
    private readonly orders: OrderReconciliation
  ) {}

  /**
   * Answers 200 when every event is final: applied, looked up, stored for its order, or refused for good. Anything else is a failure, so that the
   * provider delivers the webhook again.
   */
  async handle(ctx: HttpContext) {
    const { provider } = this.shop
    if (!provider || ctx.params.provider !== provider.name) return refuse(ctx, 'webhooks_off')
    const body = await rawBody(ctx).catch(() => undefined)
    if (body === undefined) return refuse(ctx, 'webhook_incomplete')
    if (body === null) {
      ctx.response.header('Connection', 'close')
      return refuse(ctx, 'webhook_too_large')
    }
    let events: (PaymentEvent | PaymentChange)[]
    try {
      events = provider.verifyWebhook({ headers: headersOf(ctx), rawBody: body, receivedAt: new Date() })
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error
      const { reason } = error
      ctx.logger.warn(
        { provider: provider.name, reason, bytes: body.byteLength },
        'webhook refused: nothing was changed'
      )
      return refuse(ctx, { kind: 'webhook_refused', reason })
    }
    for (const event of events) {
      if (event.type !== 'changed') await this.shop.applyEvent.run(provider.name, event)
      else if ((await this.orders.one(event.orderId))?.outcome === 'failed')
        return refuse(ctx, { kind: 'provider_failed', isTemporary: true, retryAfterSeconds: 10 })
    }
    return { received: events.length }
  }
}

const headersOf = ({ request }: HttpContext): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]]
    )
  )
