import type { HttpContext } from '@adonisjs/core/http'

/** Looks again, as at a new request: what the context knows is of when it came. */
export const isStillSignedIn = async (ctx: HttpContext): Promise<boolean> => {
  const manager = await ctx.containerResolver.make('auth.manager')
  return manager.createAuthenticator(ctx).check()
}
