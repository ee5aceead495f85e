import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { sendProviderPage } from '#modules/kernel/provider_page'
import { Shop } from '../orders/shop.ts'
import { refuse } from './refusals.ts'

@inject()
export default class PaymentPagesController {
  constructor(private readonly shop: Shop) {}

  /** Serves a page of a provider that has no site of its own. */
  async handle(ctx: HttpContext) {
    if (!(await sendProviderPage(ctx, this.shop.provider))) return refuse(ctx, 'no_such_page')
  }
}
