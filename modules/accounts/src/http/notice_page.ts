import type { HttpContext } from '@adonisjs/core/http'

interface Notice {
  status: 200 | 404 | 422
  title: string
  text: string
  /** The text of the link to the next step. */
  label: string
  href: string
}

/** Sends a page that explains the outcome, with a link to the next step. */
export const noticePage = async ({ response, view }: HttpContext, { status, ...notice }: Notice) =>
  response
    .status(status)
    .type('text/html; charset=utf-8')
    .send(await view.render('accounts::confirmation', notice))
