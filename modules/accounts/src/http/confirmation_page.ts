import type { HttpContext } from '@adonisjs/core/http'

interface Confirmation {
  title: string
  text: string
  label: string
  /** The same address again, this time from a page of ours. */
  href: string
}

/** Whether a link, a form or a script of another site has led this browser here, by the browser's own word. */
export const isFromAnotherSite = ({ request }: HttpContext) =>
  ['cross-site', 'same-site'].includes(request.header('sec-fetch-site') ?? '')

/**
 * Whether the user has come here by a link of ours or by the address bar. A picture or a script of a page is none of these. Browsers send
 * no `Sec-Fetch` headers over plain http on a local network: such a request counts. Other clients send none, or the mode alone (the `fetch`
 * of Node): theirs count too, because a browser that sends one of these headers sends the site.
 */
export const isSameSiteNavigation = (ctx: HttpContext): boolean => {
  const [site, mode, dest] = ['site', 'mode', 'dest'].map((name) => ctx.request.header(`sec-fetch-${name}`))
  if (site === undefined) return true
  return mode === 'navigate' && dest === 'document' && !isFromAnotherSite(ctx)
}

/** Answers with a page that asks whether one wants what a link of somebody else's was about to do. */
export const confirmationPage = async ({ response, view }: HttpContext, question: Confirmation) =>
  response.type('text/html; charset=utf-8').send(await view.render('accounts::confirmation', question))
