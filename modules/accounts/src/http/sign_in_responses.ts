import type { HttpContext } from '@adonisjs/core/http'
import { refusal, sendRefusal, setRetryAfter, type Refusal } from '#modules/kernel/refusals'
import { readBody, readDocument } from '#modules/kernel/validation'
import type { SignInForm } from '../../calls.ts'
import { sameSitePath } from '../domain/same_site_path.ts'
import type { UserQuery } from '../queries/user_query.ts'
import { busyMessage, setRetryAfterWhenBusy } from './hashing_busy.ts'
import { KnownDevices } from './known_devices.ts'
import { logRefusal, logSignIn, type SignInWay } from './sign_in_log.ts'
import { signInPage, type PageLink } from './sign_in_page.ts'
import { invalidInvitation, tooMany } from './refusals.ts'
import { pageValidator } from './validators.ts'

/** Sign-in and registration accept forms and JSON. Forms get HTML responses, JSON gets JSON. */
export const isFormRequest = ({ request }: HttpContext) => request.is(['application/x-www-form-urlencoded']) !== null

/** The page to go to after the sign-in. */
export const nextOf = async (ctx: HttpContext): Promise<string> =>
  sameSitePath((await readBody(ctx, pageValidator)).next)

/** Sends the page again to forms, with their values except passwords, and a link that helps. JSON requests get the common failure shape. */
export const refuse = async (ctx: HttpContext, form: SignInForm, refused: Refusal, link?: PageLink) => {
  if (!isFormRequest(ctx)) return sendRefusal(ctx, refused)
  setRetryAfter(ctx, refused)
  const { status, message, errors, code } = refused
  const typed = readDocument(ctx) as Record<string, unknown>
  return signInPage(ctx, {
    status: status === 429 || status === 503 ? status : 422,
    form,
    message,
    link,
    errors,
    typed,
    next: await nextOf(ctx),
    invitation: code === invalidInvitation.code ? undefined : typed.invitation,
  })
}

export const refuseTooMany = (ctx: HttpContext, form: SignInForm, retryAfterSeconds: number, reason: string) =>
  refuse(ctx, form, tooMany({ retryAfterSeconds, reason }))

/** Responds with 503 when the hashing queue is full. Rethrows any other error. */
export const refuseBusy = (ctx: HttpContext, form: SignInForm, error: unknown) => {
  setRetryAfterWhenBusy(ctx, error)
  return refuse(ctx, form, refusal(503, 'busy', busyMessage))
}

/** Sends the same response for a wrong password and for an unknown e-mail. */
export const refuseWrongCredentials = (ctx: HttpContext) =>
  refuse(ctx, 'sign_in', refusal(401, 'invalid_credentials', 'The e-mail or the password is wrong.'))

interface VerifiedUser {
  userId: string
  email: string
  way: SignInWay
  /** Hash of the verified password. The session starts only while it is the account's current hash. Absent for a new account. */
  passwordHash?: string
  /** When the verified second factor was turned on. Null without a second factor. */
  factorSince?: string | null
}

/** Starts the session. A form is redirected to `next`, a JSON request gets the user. */
export const completeSignIn = async (
  ctx: HttpContext,
  { userId, email, way, passwordHash, factorSince }: VerifiedUser,
  users: UserQuery,
  status: 200 | 201
) => {
  if (!(await ctx.auth.use('web').signIn(userId, { passwordHash, factorSince }))) {
    logRefusal(ctx, { way, userId, reason: 'changed_meanwhile' })
    return refuseWrongCredentials(ctx)
  }
  logSignIn(ctx, { way, userId })
  const devices = await ctx.containerResolver.make(KnownDevices)
  devices.remember(ctx, email)
  if (isFormRequest(ctx))
    return ctx.response
      .redirect()
      .status(303)
      .toPath(await nextOf(ctx))
  return ctx.response.status(status).json(await users.run(userId, ctx.auth.use('web')))
}
