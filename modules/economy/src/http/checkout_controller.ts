import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import type { CheckoutAnswer } from '../../api.ts'
import { Shop } from '../orders/shop.ts'
import { checkoutValidator } from './validators.ts'

@inject()
export default class CheckoutController {
  constructor(private readonly shop: Shop) {}

  async handle(ctx: HttpContext): Promise<CheckoutAnswer | void> {
    const request = await checkoutValidator.validate(ctx.request.body())
    const { id, email } = ctx.auth.getUserOrFail()
    const begun = await this.shop.beginCheckout.run({ id, email }, request)
    if (begun.ok) return begun.value
    const { failure } = begun
    switch (failure.kind) {
      case 'no_such_pack': {
        const message = 'There is no such pack of rubies at this price.'
        return problem(ctx, 422, 'no_such_pack', message, [{ field: 'rubyAmount', rule: 'pack', message }])
      }
      case 'no_provider':
        return problem(
          ctx,
          503,
          'payments_not_configured',
          'Rubies can’t be bought here yet: no payment provider is configured.'
        )
      case 'too_many':
        ctx.response.header('Retry-After', String(failure.retryAfterSeconds))
        return problem(ctx, 429, 'too_many_requests', 'Too many checkouts in an hour. Please wait a while.')
      case 'provider_failed':
        if (!failure.isTemporary)
          return problem(ctx, 502, 'payment_provider_failed', 'The payment provider refused. Nothing was charged.')
        ctx.response.header('Retry-After', String(failure.retryAfterSeconds))
        return problem(
          ctx,
          503,
          'payment_provider_unavailable',
          'The payment provider isn’t responding right now. Nothing was charged. Please try again in a moment.'
        )
    }
  }
}
