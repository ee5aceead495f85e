import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import type { CheckoutAnswer } from '../../api.ts'
import { Shop } from '../orders/shop.ts'
import { SeenNetworks } from '../shares/seen_networks.ts'
import { refuse } from './refusals.ts'
import { checkoutValidator } from './validators.ts'

@inject()
export default class CheckoutController {
  constructor(
    private readonly shop: Shop,
    private readonly networks: SeenNetworks
  ) {}

  async handle(ctx: HttpContext): Promise<CheckoutAnswer | void> {
    const request = await readBody(ctx, checkoutValidator)
    const { id, email } = ctx.auth.getUserOrFail()
    const begun = await this.shop.beginCheckout.run({ id, email }, request)
    if (begun.ok) await this.networks.note(id, ctx.request.ip())
    return begun.ok ? begun.value : refuse(ctx, begun.failure)
  }
}
