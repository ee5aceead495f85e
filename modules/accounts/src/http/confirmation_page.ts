import type { HttpContext } from '@adonisjs/core/http'

interface Confirmation {
  title: string
  text: string
  label: string
  /** The same URL again, followed from a page of this site. */
  href: string
}

/** Whether a link, form or script of another site caused this request, according to `Sec-Fetch-Site`. */
export const isFromAnotherSite = ({ request }: HttpContext) =>
  ['cross-site', 'same-site'].includes(request.header('sec-fetch-site') ?? '')

/**
 * Whether the user navigated here from this site or the address bar, rather than a picture or script requesting the URL. Requests without
 * `Sec-Fetch` headers count as navigation, because browsers omit them over plain HTTP on a local network. Other clients send none or the
 * mode alone.
 */
export const isSameSiteNavigation = (ctx: HttpContext): boolean => {
  const [site, mode, dest] = ['site', 'mode', 'dest'].map((name) => ctx.request.header(`sec-fetch-${name}`))
  if (site === undefined) return true
  return mode === 'navigate' && dest === 'document' && !isFromAnotherSite(ctx)
}

/** Renders a page that asks for confirmation before an action that another site may have triggered. */
export const confirmationPage = async ({ response, view }: HttpContext, question: Confirmation) =>
  response.type('text/html; charset=utf-8').send(await view.render('accounts::confirmation', question))
