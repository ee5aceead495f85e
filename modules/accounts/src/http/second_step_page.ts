import type { HttpContext } from '@adonisjs/core/http'
import { readQuery } from '#modules/kernel/validation'
import { secondStepPath } from '../second_factor/begin_second_step.ts'
import { secondStepPageValidator } from './validators.ts'

interface PageState {
  status: 200 | 422 | 429 | 503
  message?: string
}

/** Sends the page that asks for the second factor. It works without scripts and shows nothing of the first step. */
export const secondStepPage = async (ctx: HttpContext, { status, message }: PageState) => {
  const { by } = await readQuery(ctx, secondStepPageValidator)
  const html = await ctx.view.render('accounts::second_step', {
    isRecovery: by === 'recovery-code',
    path: secondStepPath,
    form: { alert: message ?? null, errors: {}, focus: 'code', typed: () => '' },
  })
  return ctx.response.status(status).type('text/html; charset=utf-8').send(html)
}
