import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import signIn from '#config/sign_in'
import { hasToken, scopeNames } from '#modules/access/index'
import { problem, retryLater, sendRefusal } from '#modules/kernel/refusals'
import { accessOf, isPermitted, needsAgreement, scopeOf } from '../src/access.ts'
import { isForPrograms } from '../src/for_programs.ts'

const refusedRoles = {
  staff: 'Only support, moderators and admins may do this.',
  support: 'Only support and admins may do this.',
  moderators: 'Only moderators and admins may do this.',
  admins: 'Only admins may do this.',
}

const tooManyCalls = retryLater(429, 'too_many_requests', 'This token sends too many calls. Please wait a moment.')

/** Lets through only the people, and their tokens, that may send the call. */
export default class GateMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const method = ctx.request.method()
    const call = `${method === 'HEAD' ? 'GET' : method} ${ctx.route?.pattern}`
    // The route of pages matches all other addresses.
    if (ctx.route?.pattern === '/*' && isForPrograms(ctx.request.url()))
      return problem(ctx, 404, 'not_found', 'There is nothing at this address.')
    const access = accessOf(call)
    if (access === undefined) return problem(ctx, 403, 'not_permitted', 'This call isn’t permitted.')
    const guardName = ctx.auth.defaultGuard
    if (guardName === 'token' && !(await this.#admitToken(ctx, call))) return
    if (access === 'anyone') return next()
    if (!(await ctx.auth.check())) return problem(ctx, 401, 'signed_out', 'Please log in first.')
    if (needsAgreement(call) && !ctx.auth.use(guardName).hasAgreed)
      return problem(
        ctx,
        403,
        'agreement_needed',
        'The terms or rules have changed. Please load the page again, read them and agree first.'
      )
    if (access === 'user' || access === 'token') return next()
    const { role, hasSecondFactor } = ctx.auth.getUserOrFail()
    if (!isPermitted(role, access)) return problem(ctx, 403, 'admins_only', refusedRoles[access])
    if (signIn.adminsNeedSecondFactor && !hasSecondFactor)
      return problem(
        ctx,
        403,
        'second_factor_required',
        'Admins need two-step sign-in here. Please turn it on in your settings first.'
      )
    return next()
  }

  /** Whether the request's token may send the call. Answers if not. */
  async #admitToken(ctx: HttpContext, call: string): Promise<boolean> {
    const guard = ctx.auth.use('token')
    if (!hasToken(ctx.request.header('authorization'))) {
      ctx.response.header('WWW-Authenticate', 'Bearer')
      problem(ctx, 401, 'token_needed', 'Send a token in the header Authorization: Bearer fct_… of your settings.')
      return false
    }
    if (!(await guard.check())) {
      ctx.response.header('WWW-Authenticate', 'Bearer error="invalid_token"')
      problem(ctx, 401, 'invalid_token', 'This token is wrong, revoked or expired.')
      return false
    }
    const scope = scopeOf(call)
    if (scope === undefined) {
      problem(ctx, 403, 'not_for_tokens', 'Programs with a token can’t do this. Please use the website.')
      return false
    }
    if (scope !== 'any' && !guard.allows(scope)) {
      problem(ctx, 403, 'scope_needed', `This token may not ${scopeNames[scope]}. Please create one with “${scope}”.`)
      return false
    }
    const retryAfterSeconds = await guard.count()
    if (retryAfterSeconds !== null) sendRefusal(ctx, tooManyCalls({ retryAfterSeconds }))
    return retryAfterSeconds === null
  }
}
