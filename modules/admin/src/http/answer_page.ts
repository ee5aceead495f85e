import type { HttpContext } from '@adonisjs/core/http'
import { nextPageLink, type Page } from '#modules/kernel/pages'
import { problem } from '#modules/kernel/problem'

/** Sends a page as an array, with a `Link` header for the next one. Null means an invalid cursor. */
export const answerPage = <Item>(ctx: HttpContext, page: Page<Item> | null): Item[] | void => {
  if (!page) return problem(ctx, 422, 'invalid', 'The cursor is invalid.')
  if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
  return page.items
}
