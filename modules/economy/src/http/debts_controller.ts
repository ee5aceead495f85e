import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { nextPageLink } from '#modules/kernel/pages'
import { problem } from '#modules/kernel/problem'
import { limits } from '../../api.ts'
import { debtsQuery } from '../queries/debts_query.ts'
import { debtsValidator } from './validators.ts'

@inject()
export default class DebtsController {
  constructor(private db: Database) {}

  async list(ctx: HttpContext) {
    const { limit = limits.debtsDefault, cursor } = await debtsValidator.validate(ctx.request.qs())
    const page = await debtsQuery(this.db, { limit, cursor })
    if (!page) return problem(ctx, 422, 'invalid', 'The cursor is not one of ours.')
    if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
    return page.items
  }
}
