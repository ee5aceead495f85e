import type { HttpContext } from '@adonisjs/core/http'

/** The method of a sign-in, which is one of our own calls or a provider's name. */
export type SignInWay = 'password' | 'register' | 'proof' | 'settings' | 'second_factor' | 'reset' | 'oidc' | 'discord'

interface SignInEntry {
  way: SignInWay
  /** Null when the account is unknown. */
  userId: string | null
}

/** Logs a sign-in. Never logs the e-mail, because people mistype their password into that field. */
export const logSignIn = ({ logger, request }: HttpContext, { way, userId }: SignInEntry) =>
  logger.info({ way, user: userId, address: request.ip() }, 'signed in')

/** Logs a sign-out. `which`: the browser's own session, another one, all others, or all. */
export const logSignOut = (
  { logger, request }: HttpContext,
  { which, userId }: { which: 'own' | 'another' | 'others' | 'all'; userId: string }
) => logger.info({ which, user: userId, address: request.ip() }, 'signed out')

export const logRefusal = (
  { logger, request }: HttpContext,
  { way, userId, reason }: SignInEntry & { reason: string }
) => logger.warn({ way, user: userId, address: request.ip(), reason }, 'sign-in refused')
