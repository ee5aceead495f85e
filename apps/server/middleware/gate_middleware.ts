import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import signIn from '#config/sign_in'
import { problem } from '#modules/kernel/refusals'
import { accessOf, isPermitted, needsAgreement } from '../src/access.ts'

const refusedRoles = {
  staff: 'Only support, moderators and admins may do this.',
  support: 'Only support and admins may do this.',
  moderators: 'Only moderators and admins may do this.',
  admins: 'Only admins may do this.',
}

/** Lets through only the people who may send the call. */
export default class GateMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const method = ctx.request.method()
    const call = `${method === 'HEAD' ? 'GET' : method} ${ctx.route?.pattern}`
    const access = accessOf(call)
    if (access === undefined) return problem(ctx, 403, 'not_permitted', 'This call isn’t permitted.')
    if (access === 'anyone') return next()
    if (!(await ctx.auth.check())) return problem(ctx, 401, 'signed_out', 'Please log in first.')
    if (needsAgreement(call) && !ctx.auth.use('web').hasAgreed)
      return problem(
        ctx,
        403,
        'agreement_needed',
        'The terms or rules have changed. Please load the page again, read them and agree first.'
      )
    if (access === 'user') return next()
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
}
