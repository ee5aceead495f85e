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
  Registration,
  SitePage,
  SitePageName,
  User,
  UserSettingsChange,
  UsernameCheck,
} from './api.ts'

type OfProvider = { params: { provider: string } }
type OfToken = { query: { token: string } }

// Browsers open these pages, and forms without scripts post to their addresses, too.
/**
 * The page that signs in, or registers with `?mode=register`. It works without JavaScript. `next` is a path of this site, `invitation` that of a link, see
 * [Sign-up](#sign-up).
 * @answers 200 text/html
 * @answers 302
 */
export const showSignIn: Call<never, { query: { mode?: 'register'; next?: string; invitation?: string } }> =
  'GET /api/login'
/**
 * Signs in. A form gets 303, or the page again with 422. 401 `second_factor_needed` if a `code` is required. See [Two-step
 * sign-in](#two-step-sign-in).
 * @answers 200
 * @answers 303
 */
export const signIn: Call<User, { body: { email: string; password: string; code?: string } }> = 'POST /api/login'
/**
 * The page between the steps of a browser's sign-in, otherwise 302 to `/api/login`. `?by=recovery-code`.
 * @answers 200 text/html
 * @answers 302
 */
export const showSecondStep: Call<never, { query?: { by?: 'recovery-code' } }> = 'GET /api/login/second-step'
/**
 * Takes the second step of a browser's sign-in. A form gets 303, or the page again. 401 `wrong_code`. 401 `sign_in_again` without a first step.
 * @answers 200
 * @answers 303
 */
export const takeSecondStep: Call<User, { body: CodeBody }> = 'POST /api/login/second-step'
/**
 * Sends the browser to a sign-in provider. `oidc` or `discord` if configured, otherwise 404. 503 if the
 * provider is unreachable. See [Sign-in at a provider](#sign-in-at-a-provider).
 * @answers 302
 */
export const signInWith: Call<never, OfProvider & { query?: { next?: string; invitation?: string } }> =
  'GET /api/login/:provider'
/**
 * Ends the sign-in at a provider, with the page `next` or the sign-in page with an error. See [Sign-in at a provider](#sign-in-at-a-provider).
 * @answers 303
 */
export const returnFromProvider: Call<never, OfProvider> = 'GET /api/login/:provider/callback'
/**
 * Opens an account. 409 if the e-mail is taken. 422 for names with hidden characters, mixed alphabets or reserved words. 403 `sign_up_closed`,
 * `invitation_needed`, `challenge_needed`. 422 `invalid_invitation`. See [Sign-up](#sign-up). 422 `agreement_needed` without the newest
 * version of terms or rules that exist, see [Pages and agreements](#pages-and-agreements).
 * @answers 201
 * @answers 303
 */
export const register: Call<User, { body: Registration }> = 'POST /api/register'
/**
 * A page that asks for the password of an account that waits for this link of a mail. 404 for a link that doesn't work.
 * @answers 200 text/html
 */
export const showPendingAccount: Call<never, OfToken> = 'GET /api/register/pending'
/**
 * Opens an account that waits for the link in a mail. A form gets 303. 422 `invalid_token`.
 * @answers 201
 * @answers 303
 */
export const openPendingAccount: Call<User, { body: { token: string; password: string } }> =
  'POST /api/register/pending'
/** The proof of work that a form needs next, or null. See [Sign-up](#sign-up). */
export const getChallenge: Call<FormChallenge, { query: { form: ChallengedForm } }> = 'GET /api/challenge'
/**
 * Puts an e-mail address on the waiting list. A form or JSON. The answer is the same for known addresses. 409 `sign_up_open` while everyone may register. 20
 * an hour per network.
 */
export const joinWaitingList: Call<Done, { body: { email: string; challenge?: string } }> = 'POST /api/waiting-list'
/**
 * Signs out.
 * @answers 302
 */
export const signOut: Call<never> = 'GET /api/logout'
/**
 * The page that asks for the mail of a forgotten password.
 * @answers 200 text/html
 */
export const showForgottenPassword: Call<never> = 'GET /api/password/forgot'
/**
 * Mails a link that sets a new password. A form or JSON. The answer is the same for unknown addresses. 403 `challenge_needed`. See [Forgotten passwords and
 * verified addresses](#forgotten-passwords-and-verified-addresses).
 */
export const sendPasswordLink: Call<Done, { body: { email: string; challenge?: string } }> = 'POST /api/password/forgot'
/**
 * The page that sets a new password. It works without JavaScript. 404 for a link that doesn't work.
 * @answers 200 text/html
 */
export const showPasswordReset: Call<never, OfToken> = 'GET /api/password/reset'
/**
 * Sets a new password with the token of a mailed link. A form or JSON. It ends all sessions and doesn't sign in. 422 `invalid_token`.
 */
export const resetPassword: Call<Done, { body: PasswordReset }> = 'POST /api/password/reset'
/**
 * A page with a button that verifies an e-mail address. 303 to the sign-in page without a session. 404 for a link that doesn't work.
 * @answers 200 text/html
 * @answers 303
 */
export const showVerification: Call<never, OfToken> = 'GET /api/email/verify'
/**
 * Verifies an e-mail address with the token of a mailed link. A form or JSON. 422 `invalid_token`. No error if the address is verified already.
 * @answers 200
 * @answers 303
 */
export const verifyEmail: Call<Done, { body: { token: string } }> = 'POST /api/email/verify'

/** The pages that the operator has written: `terms`, `rules`, `privacy`, `imprint`. See [Pages and agreements](#pages-and-agreements). */
export const listSitePages: Call<ListedSitePage[]> = 'GET /api/pages'
/** One of the operator's pages, as Markdown. Without `version`, the newest. Otherwise 404. */
export const getSitePage: Call<SitePage, { params: { name: SitePageName }; query?: { version?: number } }> =
  'GET /api/pages/:name'
/** Agrees to the newest versions of the operator's pages. 409 `page_changed` for another one. */
export const agreeToPages: Call<User, { body: AgreementsBody }> = 'POST /api/user/agreements'

/**
 * Lets a provider verify that the user is of age. Send the browser to `url`, and keep `check`. It returns to
 * `/settings/content?age=checked`. 404 without a provider. 403 `adult_blocked`. 10 an hour.
 */
export const beginAgeCheck: Call<BegunAgeCheck> = 'POST /api/user/age-check'
/**
 * Reads the result of an age check, and turns adult content on for users of age. 409 `age_pending`, 403 `under_age`, 422 `invalid_check`, 503
 * `age_check_unavailable`.
 */
export const finishAgeCheck: Call<User, { body: { check: string } }> = 'POST /api/user/age-check/outcome'

/** The signed-in user. */
export const getCurrentUser: Call<User> = 'GET /api/auth/user'
/** The settings of the account. */
export const getSettings: Call<AccountSettings> = 'GET /api/user/settings'
/** Changes settings. See [Settings](#settings). 409 `email_taken`. */
export const changeSettings: Call<User, { body: UserSettingsChange }> = 'PUT /api/user/settings'
/** Changes the username. 422 with the reason. 409 `username_taken`. */
export const changeUsername: Call<User, { body: { username: string } }> = 'PUT /api/user/username'
/** Whether a username is available. The caller's own is available. */
export const checkUsername: Call<UsernameCheck, { params: { username: string } }> =
  'GET /api/user/username/check/:username'
/** Mails another link that verifies the address. 409 `verified_already`. 5 an hour. */
export const sendVerificationMail: Call<Done> = 'POST /api/user/verification-mail'
/**
 * All data of the user as a JSON file. 5 an hour. See [Export and deletion](#export-and-deletion).
 * @answers 200 application/json
 */
export const exportAccount: Call<never> = 'GET /api/user/export'
/** Deletes the account. 422 `wrong_password`, counted as a failed sign-in. See [Export and deletion](#export-and-deletion). */
export const deleteAccount: Call<Done, { body: AccountDeletion }> = 'DELETE /api/user'

/**
 * The caller's invitations, open ones first, at most 100. `left` is how many more people they may invite, null without a limit. See
 * [Sign-up](#sign-up).
 */
export const listInvitations: Call<OwnInvitations> = 'GET /api/invitations'
/**
 * Makes an invitation with a link. 403 `no_invitations_left`, `role_too_low`, `second_factor_required`, `proof_needed`. 409
 * `too_many_open_invitations`. Audited for the staff.
 * @answers 201
 */
export const createInvitation: Call<CreatedInvitation, { body: InvitationBody }> = 'POST /api/invitations'
/**
 * Revokes one's own invitation, or as an admin one of a person with a lower role. Otherwise 404 or 403 `role_too_high`. Audited
 * for the staff.
 */
export const revokeInvitation: Call<Done, ById> = 'DELETE /api/invitations/:id'

/** The caller's personas, the default one first. See [Settings](#settings). */
export const listPersonas: Call<ListedPersona[]> = 'GET /api/personas'
/**
 * Adds a persona. At most 30 with the default one, otherwise 422. 300 changes an hour.
 * @answers 201
 */
export const createPersona: Call<ListedPersona, { body: PersonaChange }> = 'POST /api/personas'
/** Changes the given fields of a persona. `isDefault: true` makes it the default one. */
export const changePersona: Call<ListedPersona, ById & { body: PersonaChange }> = 'PUT /api/personas/:id'
/** Deletes a persona. Its chats use the default one. 409 `default_persona` for that one. */
export const deletePersona: Call<Done, ById> = 'DELETE /api/personas/:id'

/** Changes or sets the password. 422 `wrong_password`, counted as a failed sign-in. Ends all other sessions. */
export const changePassword: Call<Done, { body: PasswordChange }> = 'PUT /api/user/password'
/**
 * Renews the proof of identity by the password, and sets a new cookie. 422 `wrong_password`, counted as a failed sign-in. See [Sessions and
 * re-authentication](#sessions-and-re-authentication).
 */
export const proveByPassword: Call<Done, { body: Proof }> = 'POST /api/user/proof'
/** Renews the proof of identity at a linked provider. Send the browser to `url`. It returns to the settings with `proven` and `outcome`. */
export const proveByProvider: Call<{ url: string }, OfProvider> = 'POST /api/user/proof/:provider'
/** Begins to link a sign-in provider. Send the browser to `url`. It returns to `/settings?linked=…&outcome=…`. */
export const linkSignIn: Call<{ url: string }, OfProvider> = 'POST /api/user/sign-ins/:provider'
/** Unlinks a sign-in provider. 404 if not linked. 409 `last_way_in` if it is the only sign-in method. */
export const unlinkSignIn: Call<Done, OfProvider> = 'DELETE /api/user/sign-ins/:provider'
/** Begins two-step sign-in. 403 `proof_needed`. 409 `second_factor_on`. See [Two-step sign-in](#two-step-sign-in). */
export const beginSecondFactor: Call<NewSecondFactor> = 'POST /api/user/second-factor'
/** Turns two-step sign-in on and ends all other sessions. 422 `wrong_code`. 409 `not_begun`. */
export const confirmSecondFactor: Call<RecoveryCodes, { body: CodeBody }> = 'POST /api/user/second-factor/confirm'
/** Replaces the recovery codes by ten new ones. 403 `proof_needed`. 422 `wrong_code`, counted as a failed sign-in. */
export const renewRecoveryCodes: Call<RecoveryCodes, { body: CodeBody }> = 'POST /api/user/second-factor/recovery-codes'
/** Turns two-step sign-in off and ends all other sessions. */
export const removeSecondFactor: Call<Done, { body: CodeBody }> = 'DELETE /api/user/second-factor'

/** The caller's sessions, this one first, then by last use. At most 100. `device` is like `Firefox on Linux` or null. */
export const listSessions: Call<ListedSession[]> = 'GET /api/user/sessions'
/** Ends all other sessions. */
export const endOtherSessions: Call<Done> = 'DELETE /api/user/sessions'
/** Ends one of the caller's sessions, otherwise 404. */
export const endSession: Call<Done, { params: { session: string } }> = 'DELETE /api/user/sessions/:session'
/** Ends every session, including this one. */
export const signOutEverywhere: Call<Done> = 'POST /api/user/sign-out-everywhere'

/** The forms of the sign-in page, which are its tabs. */
export type SignInForm = 'sign_in' | 'register'

/**
 * Returns the address of the sign-in page with this form open. After the sign-in, the page leads to `next`, a path of this site. A new
 * account spends the invitation.
 */
export const signInAddress = (form: SignInForm, next?: string, invitation?: string): string =>
  addressOf(showSignIn, { query: { mode: form === 'register' ? form : undefined, next, invitation } })
