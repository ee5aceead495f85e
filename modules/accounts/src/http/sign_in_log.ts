import type { HttpContext } from '@adonisjs/core/http'

/** By what somebody signed in, or wanted to: a call of ours, or a provider's name. */
export type SignInWay = 'password' | 'register' | 'proof' | 'settings' | 'second_factor' | 'oidc' | 'discord'

interface SignInEntry {
  way: SignInWay
  /** Null: nobody we know. */
  userId: string | null
}

/** One line for each sign-in: who, from where, and by what. Never an e-mail, which is what people mistype their password into. */
export const logSignIn = ({ logger, request }: HttpContext, { way, userId }: SignInEntry) =>
  logger.info({ way, user: userId, address: request.ip() }, 'signed in')

/** One for each that was refused, with the reason. */
export const logRefusal = (
  { logger, request }: HttpContext,
  { way, userId, reason }: SignInEntry & { reason: string }
) => logger.warn({ way, user: userId, address: request.ip(), reason }, 'sign-in refused')
