import type { HttpContext } from '@adonisjs/core/http'

/**
 * Whether the user proved their identity within the hour, by signing in or by `POST /api/user/proof`. Required before a way to sign in
 * changes, and before the staff acts on people, so that an unattended browser isn't enough for either.
 */
export const isProven = (ctx: HttpContext): Promise<boolean> => ctx.auth.use('web').isProven()
