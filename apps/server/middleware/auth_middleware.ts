import type {} from '@adonisjs/auth/initialize_auth_middleware'
import { Authenticator } from '@adonisjs/auth'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { hasToken } from '#modules/access/index'
import { isForPrograms } from '../src/for_programs.ts'

/** Adds the authenticator, which reads the token of a program, else the session's cookie. The package's own middleware also shares it with templates, which few pages need. */
export default class AuthMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { config } = await ctx.containerResolver.make('auth.manager')
    const isToken = isForPrograms(ctx.request.url()) || hasToken(ctx.request.header('authorization'))
    ctx.auth = new Authenticator(ctx, isToken ? { ...config, default: 'token' } : config)
    return next()
  }
}
