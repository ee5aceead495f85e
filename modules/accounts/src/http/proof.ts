import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'

/**
 * Whether the user proved their identity within the hour, by signing in or by `POST /api/user/proof`. Required before a way to sign in
 * changes, so that an unattended browser isn't enough to take over the account.
 */
export const isProven = (ctx: HttpContext): Promise<boolean> => ctx.auth.use('web').isProven()

/** Tells the web app to ask for a proof and repeat the call. */
export const refuseUnproven = (ctx: HttpContext) =>
  problem(ctx, 403, 'proof_needed', 'Please confirm that it’s you: you signed in a while ago.')
