import type { HttpContext } from '@adonisjs/core/http'
import { paths } from '../../api.ts'
import { askFirst, isOwnNavigation } from './ask_first.ts'
import { forgetHere } from './forget_here.ts'

export default class SignOutController {
  async handle(ctx: HttpContext) {
    if (!isOwnNavigation(ctx) && (await ctx.auth.check()))
      return askFirst(ctx, {
        title: 'Log out?',
        text: 'Something else than a link of ours asked for this. Nothing has happened yet.',
        label: 'Log out',
        href: paths.logout,
      })
    await ctx.auth.use('web').signOut()
    forgetHere(ctx)
    return ctx.response.redirect().status(302).toPath('/')
  }

  async everywhere(ctx: HttpContext) {
    await ctx.auth.use('web').signOutEverywhere()
    forgetHere(ctx)
    return { message: 'You are signed out everywhere.' }
  }
}
