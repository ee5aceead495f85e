import type { HttpContext } from '@adonisjs/core/http'

/** Checks the session again. The authenticator of the context only knows the session at the time of the request. */
export const isSignedIn = async (ctx: HttpContext): Promise<boolean> => {
  const manager = await ctx.containerResolver.make('auth.manager')
  return manager.createAuthenticator(ctx).check()
}
