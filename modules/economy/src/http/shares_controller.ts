import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { SharesQuery } from '../queries/shares_query.ts'

@inject()
export default class SharesController {
  constructor(private readonly shares: SharesQuery) {}

  handle({ auth }: HttpContext) {
    return this.shares.run(auth.getUserOrFail().id)
  }
}
