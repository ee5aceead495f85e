import type { HttpContext } from '@adonisjs/core/http'
import type { FieldProblem } from '#modules/kernel/problem'
import { limits } from '../../api.ts'
import { sameSitePath } from '../domain/same_site_path.ts'
import { IdentityProviders } from '../providers/identity_providers.ts'

export type SignInForm = 'sign_in' | 'register'

interface PageState {
  status: 200 | 401 | 404 | 409 | 422 | 429 | 503
  next: unknown
  /** Why a sign-in with a provider failed. */
  notice?: string
  /** The submitted form, if any. */
  form?: SignInForm
  message?: string
  errors?: FieldProblem[]
  typed?: Record<string, unknown>
}

/** The page with both forms. Works without scripts. */
export const signInPage = async (
  { view, response, containerResolver }: HttpContext,
  { status, next: wanted, notice, form, message, errors = [], typed = {} }: PageState
) => {
  const next = sameSitePath(wanted)
  const { all } = await containerResolver.make(IdentityProviders)
  const filled = (name: SignInForm) => ({
    alert: form === name && errors.length === 0 ? (message ?? null) : null,
    errors: form === name ? Object.fromEntries(errors.toReversed().map((error) => [error.field, error.message])) : {},
    // After a refusal, focus the first invalid field, or the emptied password.
    focus: form === name ? (errors[0]?.field ?? 'password') : null,
    typed: (field: string) => (form === name && typeof typed[field] === 'string' ? typed[field] : ''),
  })
  const html = await view.render('accounts::sign_in', {
    next,
    notice,
    providers: all.map(({ name, label }) => ({ label, href: `/api/login/${name}?${new URLSearchParams({ next })}` })),
    limits,
    signIn: filled('sign_in'),
    register: filled('register'),
  })
  return response.status(status).type('text/html; charset=utf-8').send(html)
}
