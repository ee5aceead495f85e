import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { nextPageLink } from '#modules/kernel/pages'
import { readQuery } from '#modules/kernel/validation'
import { limits } from '../../api.ts'
import { PaidReplies } from '../../index.ts'
import { transactionsQuery } from '../queries/transactions_query.ts'
import { refuse } from './refusals.ts'
import { transactionsValidator } from './validators.ts'

@inject()
export default class TransactionsController {
  constructor(
    private readonly db: Database,
    private readonly replies: PaidReplies
  ) {}

  async list(ctx: HttpContext) {
    const { limit = limits.transactionsDefault, cursor } = await readQuery(ctx, transactionsValidator)
    const page = await transactionsQuery(this.db, this.replies, ctx.auth.getUserOrFail().id, { limit, cursor })
    if (!page) return refuse(ctx, 'invalid_cursor')
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return page.items
  }
}
