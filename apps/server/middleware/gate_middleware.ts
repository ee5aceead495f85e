import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import signIn from '#config/sign_in'
import { problem } from '#modules/kernel/refusals'
import { served } from '#modules/kernel/served_calls'

export default class GateMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const pattern = ctx.route?.pattern ?? ''
    const call = `${ctx.request.method() === 'HEAD' ? 'GET' : ctx.request.method()} ${pattern}`
    if (!pattern.startsWith('/api/') || served.get(call)?.access === 'anyone') return next()
    if (!(await ctx.auth.check())) return problem(ctx, 401, 'signed_out', 'Please log in first.')
    if (pattern.startsWith('/api/admin/') && !ctx.auth.getUserOrFail().isAdmin)
      return problem(ctx, 403, 'admins_only', 'Only admins may do this.')
    if (pattern.startsWith('/api/admin/') && signIn.adminsNeedSecondFactor && !ctx.auth.getUserOrFail().hasSecondFactor)
      return problem(
        ctx,
        403,
        'second_factor_required',
        'Admins need two-step sign-in here. Please turn it on in your settings first.'
      )
    return next()
  }
}
