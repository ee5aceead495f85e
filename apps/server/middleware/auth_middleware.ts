import type {} from '@adonisjs/auth/initialize_auth_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/** Adds the authenticator. The package's own middleware also shares it with templates, which few pages need. */
export default class AuthMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    ctx.auth = (await ctx.containerResolver.make('auth.manager')).createAuthenticator(ctx)
    return next()
  }
}
