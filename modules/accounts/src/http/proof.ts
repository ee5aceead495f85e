import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'

/**
 * Whether who is signed in has shown within the hour that it is them: by signing in, or since then by `POST /api/user/proof`. Asked
 * before a way into the account is changed, so that whoever finds an open browser can't take it over.
 */
export const isProven = (ctx: HttpContext): Promise<boolean> => ctx.auth.use('web').isProven()

/** The answer to who has not. The web app then asks for the password, and makes its call again. */
export const refuseUnproven = (ctx: HttpContext) =>
  problem(ctx, 403, 'proof_needed', 'Please show first that it is you: it has been a while since you signed in.')
