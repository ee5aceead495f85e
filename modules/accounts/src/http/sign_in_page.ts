import type { HttpContext } from '@adonisjs/core/http'
import type { FieldProblem } from '#modules/kernel/refusals'
import { limits } from '../../api.ts'
import { signInAddress, type SignInForm } from '../../calls.ts'
import { sameSitePath } from '../domain/same_site_path.ts'
import { IdentityProviders } from '../providers/identity_providers.ts'

interface PageState {
  status: number
  next: unknown
  /** The form to open, unless one was submitted. */
  mode?: SignInForm
  /** Why a sign-in with a provider failed. */
  notice?: string
  /** The submitted form, if any. */
  form?: SignInForm
  message?: string
  errors?: FieldProblem[]
  typed?: Record<string, unknown>
}

const tabs = [
  { form: 'register', label: 'Create account' },
  { form: 'sign_in', label: 'Sign in' },
] as const

/** Sends the page with one of the two forms, and a link to the other. It works without scripts. */
export const signInPage = async (
  { view, response, containerResolver }: HttpContext,
  { status, next: wanted, mode = 'sign_in', notice, form, message, errors = [], typed = {} }: PageState
) => {
  const next = sameSitePath(wanted)
  const { all } = await containerResolver.make(IdentityProviders)
  const shown = form ?? mode
  const html = await view.render('accounts::sign_in', {
    next,
    notice,
    providers: all.map(({ name, label }) => ({ label, href: `/api/login/${name}?${new URLSearchParams({ next })}` })),
    limits,
    tabs: tabs.map(({ form, label }) => ({
      label,
      href: signInAddress(form, next === '/' ? undefined : next),
      isCurrent: form === shown,
    })),
    isRegistration: shown === 'register',
    form: {
      id: shown === 'register' ? 'register' : 'sign-in',
      alert: errors.length === 0 ? (message ?? null) : null,
      errors: Object.fromEntries(errors.toReversed().map((error) => [error.field, error.message])),
      // After a refusal, focus the first invalid field, or the emptied password.
      focus: form ? (errors[0]?.field ?? 'password') : null,
      typed: (field: string) => (typeof typed[field] === 'string' ? typed[field] : ''),
    },
  })
  return response.status(status).type('text/html; charset=utf-8').send(html)
}
