import type { HttpContext } from '@adonisjs/core/http'
import { addressOf } from '#modules/kernel/calls'
import { signOut } from '../../calls.ts'
import { confirmationPage, isSameSiteNavigation } from './confirmation_page.ts'
import { clearBrowserCache } from './clear_browser_cache.ts'
import { logSignOut } from './sign_in_log.ts'

export default class SignOutController {
  async handle(ctx: HttpContext) {
    const isSignedIn = await ctx.auth.check()
    if (!isSameSiteNavigation(ctx) && isSignedIn)
      return confirmationPage(ctx, {
        title: 'Log out?',
        text: 'This didn’t come from a link on this site. Nothing has happened yet.',
        label: 'Log out',
        href: addressOf(signOut),
      })
    if (isSignedIn) logSignOut(ctx, { which: 'own', userId: ctx.auth.getUserOrFail().id })
    await ctx.auth.use('web').signOut()
    clearBrowserCache(ctx)
    return ctx.response.redirect().status(302).toPath('/')
  }

  async everywhere(ctx: HttpContext) {
    logSignOut(ctx, { which: 'all', userId: ctx.auth.getUserOrFail().id })
    await ctx.auth.use('web').signOutEverywhere()
    clearBrowserCache(ctx)
    return { message: 'You are signed out everywhere.' }
  }
}
