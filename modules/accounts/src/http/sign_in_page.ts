import type { HttpContext } from '@adonisjs/core/http'
import type { FieldProblem } from '#modules/kernel/refusals'
import { limits } from '../../api.ts'
import { signInAddress, type SignInForm } from '../../calls.ts'
import { sameSitePath } from '../domain/same_site_path.ts'
import { agreedPageNames, type SitePageName } from '../domain/site_pages.ts'
import { DatabaseSitePages } from '../pages/database_site_pages.ts'
import { IdentityProviders } from '../providers/identity_providers.ts'
import { SignUpRules } from '../sign_up/sign_up_rules.ts'

export interface PageLink {
  label: string
  href: string
}

interface PageState {
  status: number
  next: unknown
  /** The form to open, unless one was submitted. */
  mode?: SignInForm
  /** Why a sign-in with a provider failed, or why an invitation doesn't work. */
  notice?: string
  /** The token of an invitation, which the page passes on. */
  invitation?: unknown
  /** The submitted form, if any. */
  form?: SignInForm
  message?: string
  /** Shown with the message. */
  link?: PageLink
  errors?: FieldProblem[]
  typed?: Record<string, unknown>
}

const tabs = [
  { form: 'register', label: 'Create account' },
  { form: 'sign_in', label: 'Sign in' },
] as const

const pageLabels: Record<SitePageName, string> = {
  terms: 'Terms',
  rules: 'Rules',
  privacy: 'Privacy',
  imprint: 'Imprint',
}

/**
 * Sends the page with one of the two forms, and a link to the other. A form for the waiting list replaces that for a new account, where the
 * visitor can't open one. The page works without scripts.
 */
export const signInPage = async (
  { view, response, containerResolver }: HttpContext,
  {
    status,
    next: wanted,
    mode = 'sign_in',
    notice,
    invitation: given,
    form,
    message,
    link,
    errors = [],
    typed = {},
  }: PageState
) => {
  const next = sameSitePath(wanted)
  const { all } = await containerResolver.make(IdentityProviders)
  const shown = form ?? mode
  const { current: signUp } = await (await containerResolver.make(SignUpRules)).read()
  const invitation = signUp !== 'closed' && typeof given === 'string' && given !== '' ? given : undefined
  const mayRegister = signUp === 'open' || invitation !== undefined
  const pages = await (await containerResolver.make(DatabaseSitePages)).list()
  const html = await view.render('accounts::sign_in', {
    next,
    notice,
    invitation,
    signUp,
    mayRegister,
    providers: all.map(({ name, label }) => ({ label, href: providerHref(name, next, invitation) })),
    limits,
    tabs: tabs.map(({ form, label }) => ({
      label,
      href: signInAddress(form, next === '/' ? undefined : next, invitation),
      isCurrent: form === shown,
    })),
    pages: pages.map(({ name }) => ({ href: `/${name}`, label: pageLabels[name] })),
    agreed: pages
      .filter(({ name }) => agreedPageNames.some((agreed) => agreed === name))
      .map(({ name, version }) => ({ name, version: String(version), field: `${name}Version`, href: `/${name}` })),
    isRegistration: shown === 'register',
    form: {
      id: shown === 'register' ? 'register' : 'sign-in',
      alert: errors.length === 0 ? (message ?? null) : null,
      link: link ?? null,
      errors: Object.fromEntries(errors.toReversed().map((error) => [error.field, error.message])),
      // After a refusal, focus the first invalid field, or the emptied password.
      focus: form ? (errors[0]?.field ?? (shown === 'register' && !mayRegister ? 'email' : 'password')) : null,
      typed: (field: string) => (typeof typed[field] === 'string' ? typed[field] : ''),
    },
  })
  return response.status(status).type('text/html; charset=utf-8').send(html)
}

const providerHref = (name: string, next: string, invitation: string | undefined) =>
  `/api/login/${name}?${new URLSearchParams({ next, ...(invitation !== undefined && { invitation }) })}`
