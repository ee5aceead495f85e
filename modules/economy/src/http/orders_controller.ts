import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { problem } from '#modules/kernel/problem'
import { orderQuery } from '../orders/order_query.ts'

@inject()
export default class OrdersController {
  constructor(private readonly db: Database) {}

  async show(ctx: HttpContext) {
    const order = await orderQuery(this.db, ctx.auth.getUserOrFail().id, ctx.params.id)
    return order ?? problem(ctx, 404, 'not_found', 'There is no such order.')
  }
}
