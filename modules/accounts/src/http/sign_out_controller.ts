import type { HttpContext } from '@adonisjs/core/http'
import { paths } from '../../api.ts'
import { confirmationPage, isSameSiteNavigation } from './confirmation_page.ts'
import { clearBrowserCache } from './clear_browser_cache.ts'

export default class SignOutController {
  async handle(ctx: HttpContext) {
    if (!isSameSiteNavigation(ctx) && (await ctx.auth.check()))
      return confirmationPage(ctx, {
        title: 'Log out?',
        text: 'This didn’t come from a link on this site. Nothing has happened yet.',
        label: 'Log out',
        href: paths.logout,
      })
    await ctx.auth.use('web').signOut()
    clearBrowserCache(ctx)
    return ctx.response.redirect().status(302).toPath('/')
  }

  async everywhere(ctx: HttpContext) {
    await ctx.auth.use('web').signOutEverywhere()
    clearBrowserCache(ctx)
    return { message: 'You are signed out everywhere.' }
  }
}
