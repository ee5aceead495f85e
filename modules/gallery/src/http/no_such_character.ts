import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'

/** The same answer for one that is gone, one that never was, and one the caller may not know of. */
export const noSuchCharacter = (ctx: HttpContext) => problem(ctx, 404, 'not_found', 'This character does not exist.')
