import type { HttpContext } from '@adonisjs/core/http'
import { problem, type FieldProblem } from '#modules/kernel/problem'
import type { SignInForm } from '../../calls.ts'
import { sameSitePath } from '../domain/same_site_path.ts'
import type { UserQuery } from '../queries/user_query.ts'
import { busyMessage, setRetryAfterWhenBusy } from './hashing_busy.ts'
import { KnownDevices } from './known_devices.ts'
import { logRefusal, logSignIn, type SignInWay } from './sign_in_log.ts'
import { signInPage } from './sign_in_page.ts'
import { retryMessage } from './retry_message.ts'

export interface Refusal {
  status: 401 | 409 | 422 | 429 | 503
  code: string
  message: string
  errors?: FieldProblem[]
}

/** Sign-in and registration accept forms and JSON. Forms get HTML responses, JSON gets JSON. */
export const isFormRequest = ({ request }: HttpContext) => request.is(['application/x-www-form-urlencoded']) !== null

/** Sends the page again to forms, with their values except passwords. JSON requests get the common failure shape. */
export const refuse = (ctx: HttpContext, form: SignInForm, refusal: Refusal) => {
  const { status, code, message, errors } = refusal
  if (!isFormRequest(ctx)) return problem(ctx, status, code, message, errors)
  return signInPage(ctx, {
    status: status === 429 || status === 503 ? status : 422,
    form,
    message,
    errors,
    typed: ctx.request.body(),
    next: ctx.request.input('next'),
  })
}

export const refuseInvalid = (ctx: HttpContext, form: SignInForm, failures: FieldProblem[]) => {
  const errors = failures.map(({ field, rule, message }) => ({ field, rule, message }))
  return refuse(ctx, form, {
    status: 422,
    code: 'invalid',
    message: errors[0]?.message ?? 'Something is missing.',
    errors,
  })
}

export const refuseTooMany = (ctx: HttpContext, form: SignInForm, retryAfterSeconds: number, reason: string) => {
  ctx.response.header('Retry-After', String(retryAfterSeconds))
  const message = `${reason} ${retryMessage(retryAfterSeconds)}`
  return refuse(ctx, form, { status: 429, code: 'too_many_requests', message })
}

/** Responds with 503 when the hashing queue is full. Rethrows any other error. */
export const refuseBusy = (ctx: HttpContext, form: SignInForm, error: unknown) => {
  setRetryAfterWhenBusy(ctx, error)
  return refuse(ctx, form, { status: 503, code: 'busy', message: busyMessage })
}

/** Sends the same response for a wrong password and for an unknown e-mail. */
export const refuseWrongCredentials = (ctx: HttpContext) =>
  refuse(ctx, 'sign_in', {
    status: 401,
    code: 'invalid_credentials',
    message: 'The e-mail or the password is wrong.',
  })

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
      .toPath(sameSitePath(ctx.request.input('next')))
  return ctx.response.status(status).json(await users.run(userId))
}
