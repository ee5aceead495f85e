import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readDocument } from '#modules/kernel/validation'
import { Shop } from '../orders/shop.ts'
import { refuse } from './refusals.ts'

@inject()
export default class PaymentPagesController {
  constructor(private readonly shop: Shop) {}

  /** Serves a page of a provider that has no site of its own. */
  async handle(ctx: HttpContext) {
    const { provider } = this.shop
    const answer =
      ctx.params.provider === provider?.name
        ? await provider?.page?.({
            method: ctx.request.method() === 'POST' ? 'POST' : 'GET',
            path: `/${(ctx.params['*'] ?? []).join('/')}`,
            form: formOf(readDocument(ctx)),
          })
        : null
    if (!answer) return refuse(ctx, 'no_such_page')
    ctx.response.header('Cache-Control', 'no-store')
    if ('redirectTo' in answer) return ctx.response.redirect().status(303).toPath(answer.redirectTo)
    return ctx.response.status(answer.status).type('text/html; charset=utf-8').send(answer.html)
  }
}

const formOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string'
    )
  )
