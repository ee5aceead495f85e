import type { HttpContext } from '@adonisjs/core/http'

interface Notice {
  status: 200 | 404 | 422
  title: string
  text: string
  /** The next step. */
  label: string
  href: string
}

/** A page that says what happened, with one link. */
export const noticePage = async ({ response, view }: HttpContext, { status, ...notice }: Notice) =>
  response
    .status(status)
    .type('text/html; charset=utf-8')
    .send(await view.render('accounts::confirmation', notice))
