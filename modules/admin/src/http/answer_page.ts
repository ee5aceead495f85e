import type { HttpContext } from '@adonisjs/core/http'
import { nextPageLink, type Page } from '#modules/kernel/pages'
import { problem } from '#modules/kernel/problem'

/** A page as a bare array that names the next one; null is what a cursor that is not one of ours gives. */
export const answerPage = <Item>(ctx: HttpContext, page: Page<Item> | null): Item[] | void => {
  if (!page) return problem(ctx, 422, 'invalid', 'The cursor is not one of ours.')
  if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
  return page.items
}
