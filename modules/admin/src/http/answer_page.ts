import type { HttpContext } from '@adonisjs/core/http'
import { nextPageLink, type Page } from '#modules/kernel/pages'
import { refuse } from './refusals.ts'

/** Sends a page as an array, with a `Link` header for the next one. Null means an invalid cursor. */
export const answerPage = <Item>(ctx: HttpContext, page: Page<Item> | null): Item[] | void => {
  if (!page) return refuse(ctx, 'invalid_cursor')
  if (page.next) ctx.response.header('Link', nextPageLink(ctx.request.url(true), page.next))
  return page.items
}
