import type { HttpContext } from '@adonisjs/core/http'
import { secondStepPath } from '../second_factor/begin_second_step.ts'

interface PageState {
  status: 200 | 422 | 429 | 503
  message?: string
}

/** Sends the page that asks for the second factor. It works without scripts and shows nothing of the first step. */
export const secondStepPage = async ({ request, response, view }: HttpContext, { status, message }: PageState) => {
  const isRecovery = request.qs().by === 'recovery-code'
  const html = await view.render('accounts::second_step', {
    isRecovery,
    path: secondStepPath,
    form: { alert: message ?? null, errors: {}, focus: 'code', typed: () => '' },
  })
  return response.status(status).type('text/html; charset=utf-8').send(html)
}
