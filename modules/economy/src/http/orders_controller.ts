import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { orderQuery } from '../orders/order_query.ts'
import { refuse } from './refusals.ts'

@inject()
export default class OrdersController {
  constructor(private readonly db: Database) {}

  async show(ctx: HttpContext) {
    const order = await orderQuery(this.db, ctx.auth.getUserOrFail().id, ctx.params.id)
    return order ?? refuse(ctx, 'no_such_order')
  }
}
