/** The calls of accounts, and the address of the sign-in page. */

import { addressOf, type ById, type Call, type Done } from '#modules/kernel/calls'
import type {
  AccountDeletion,
  AccountSettings,
  ChallengedForm,
  CodeBody,
  CreatedInvitation,
  FormChallenge,
  InvitationBody,
  AgreementsBody,
  BegunAgeCheck,
  ListedSitePage,
  ListedPersona,
  ListedSession,
  NewSecondFactor,
  OwnInvitations,
  PasswordChange,
  PasswordReset,
  PersonaChange,
  Proof,
  RecoveryCodes,
  SitePage,
  SitePageName,
  User,
  UserSettingsChange,
  UsernameCheck,
} from './api.ts'

type OfProvider = { params: { provider: string } }
type OfToken = { query: { token: string } }

// Browsers open these pages, and forms without scripts post to their addresses, too.
export const showSignIn: Call<never, { query: { mode?: 'register'; next?: string; invitation?: string } }> =
  'GET /api/login'
export const signIn: Call<never> = 'POST /api/login'
export const showSecondStep: Call<never> = 'GET /api/login/second-step'
export const takeSecondStep: Call<never> = 'POST /api/login/second-step'
export const signInWith: Call<never, OfProvider> = 'GET /api/login/:provider'
export const returnFromProvider: Call<never, OfProvider> = 'GET /api/login/:provider/callback'
export const register: Call<never> = 'POST /api/register'
export const showPendingAccount: Call<never, OfToken> = 'GET /api/register/pending'
/** Opens an account that waits for the link in a mail. */
export const openPendingAccount: Call<never, { body: { token: string; password: string } }> =
  'POST /api/register/pending'
/** The proof of work that a form needs next. */
export const getChallenge: Call<FormChallenge, { query: { form: ChallengedForm } }> = 'GET /api/challenge'
export const joinWaitingList: Call<Done, { body: { email: string } }> = 'POST /api/waiting-list'
export const signOut: Call<never> = 'GET /api/logout'
export const showForgottenPassword: Call<never> = 'GET /api/password/forgot'
export const sendPasswordLink: Call<never> = 'POST /api/password/forgot'
export const showPasswordReset: Call<never, OfToken> = 'GET /api/password/reset'
export const resetPassword: Call<never, { body: PasswordReset }> = 'POST /api/password/reset'
export const showVerification: Call<never, OfToken> = 'GET /api/email/verify'
export const verifyEmail: Call<never, { body: { token: string } }> = 'POST /api/email/verify'

/** The pages that the operator has written. */
export const listSitePages: Call<ListedSitePage[]> = 'GET /api/pages'
/** Without a version, the newest one. */
export const getSitePage: Call<SitePage, { params: { name: SitePageName }; query?: { version?: number } }> =
  'GET /api/pages/:name'
export const agreeToPages: Call<User, { body: AgreementsBody }> = 'POST /api/user/agreements'

/** Lets the provider verify that the user is of age. The browser goes to the `url` of the answer. */
export const beginAgeCheck: Call<BegunAgeCheck> = 'POST /api/user/age-check'
export const finishAgeCheck: Call<User, { body: { check: string } }> = 'POST /api/user/age-check/outcome'

export const getCurrentUser: Call<User> = 'GET /api/auth/user'
export const getSettings: Call<AccountSettings> = 'GET /api/user/settings'
export const changeSettings: Call<User, { body: UserSettingsChange }> = 'PUT /api/user/settings'
export const changeUsername: Call<User, { body: { username: string } }> = 'PUT /api/user/username'
export const checkUsername: Call<UsernameCheck, { params: { username: string } }> =
  'GET /api/user/username/check/:username'
export const sendVerificationMail: Call<Done> = 'POST /api/user/verification-mail'
/** A download. */
export const exportAccount: Call<never> = 'GET /api/user/export'
export const deleteAccount: Call<Done, { body: AccountDeletion }> = 'DELETE /api/user'

export const listInvitations: Call<OwnInvitations> = 'GET /api/invitations'
export const createInvitation: Call<CreatedInvitation, { body: InvitationBody }> = 'POST /api/invitations'
/** Admins also revoke those of people with lower roles. */
export const revokeInvitation: Call<Done, ById> = 'DELETE /api/invitations/:id'

export const listPersonas: Call<ListedPersona[]> = 'GET /api/personas'
export const createPersona: Call<ListedPersona, { body: PersonaChange }> = 'POST /api/personas'
export const changePersona: Call<ListedPersona, ById & { body: PersonaChange }> = 'PUT /api/personas/:id'
export const deletePersona: Call<Done, ById> = 'DELETE /api/personas/:id'

export const changePassword: Call<Done, { body: PasswordChange }> = 'PUT /api/user/password'
export const proveByPassword: Call<Done, { body: Proof }> = 'POST /api/user/proof'
/** Answers with the address of the provider's page, like `linkSignIn`. */
export const proveByProvider: Call<{ url: string }, OfProvider> = 'POST /api/user/proof/:provider'
export const linkSignIn: Call<{ url: string }, OfProvider> = 'POST /api/user/sign-ins/:provider'
export const unlinkSignIn: Call<Done, OfProvider> = 'DELETE /api/user/sign-ins/:provider'
export const beginSecondFactor: Call<NewSecondFactor> = 'POST /api/user/second-factor'
export const confirmSecondFactor: Call<RecoveryCodes, { body: CodeBody }> = 'POST /api/user/second-factor/confirm'
export const renewRecoveryCodes: Call<RecoveryCodes, { body: CodeBody }> = 'POST /api/user/second-factor/recovery-codes'
export const removeSecondFactor: Call<Done, { body: CodeBody }> = 'DELETE /api/user/second-factor'

export const listSessions: Call<ListedSession[]> = 'GET /api/user/sessions'
export const endOtherSessions: Call<Done> = 'DELETE /api/user/sessions'
export const endSession: Call<Done, { params: { session: string } }> = 'DELETE /api/user/sessions/:session'
export const signOutEverywhere: Call<Done> = 'POST /api/user/sign-out-everywhere'

/** The forms of the sign-in page, which are its tabs. */
export type SignInForm = 'sign_in' | 'register'

/**
 * Returns the address of the sign-in page with this form open. After the sign-in, the page leads to `next`, a path of this site. A new
 * account spends the invitation.
 */
export const signInAddress = (form: SignInForm, next?: string, invitation?: string): string =>
  addressOf(showSignIn, { query: { mode: form === 'register' ? form : undefined, next, invitation } })
