import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { noticePage } from '#modules/accounts/index'
import { DigestChoice } from '../digest/digest_choice.ts'
import { UnsubscribeLinks } from '../digest/unsubscribe_links.ts'

/** The link in digests. A program of the receiver's may send the `POST` at one click (RFC 8058), without cookies. */
@inject()
export default class UnsubscribeController {
  constructor(
    private readonly links: UnsubscribeLinks,
    private readonly choice: DigestChoice
  ) {}

  /** Asks for a click, because mail scanners follow links. */
  async page(ctx: HttpContext) {
    if (this.links.read(ctx.params.token) === null) return invalidLinkPage(ctx)
    ctx.response.type('text/html; charset=utf-8')
    return ctx.view.render('notices::unsubscribe', { action: ctx.request.url() })
  }

  /** Idempotent, also after the account was deleted. */
  async stop(ctx: HttpContext) {
    const userId = this.links.read(ctx.params.token)
    if (userId === null) return invalidLinkPage(ctx)
    await this.choice.turnOff(userId)
    return noticePage(ctx, {
      status: 200,
      title: 'Mails stopped',
      text: 'You won’t get mails about your notifications any more. The settings turn them on again.',
      label: 'Go to the settings',
      href: '/settings/notifications',
    })
  }
}

const invalidLinkPage = (ctx: HttpContext) =>
  noticePage(ctx, {
    status: 404,
    title: 'This link doesn’t work',
    text: 'Please open the link from the mail again, or turn these mails off in your settings.',
    label: 'Go to the settings',
    href: '/settings/notifications',
  })
