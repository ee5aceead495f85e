import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'

/** The same response for deleted, unknown and hidden characters. */
export const noSuchCharacter = (ctx: HttpContext) => problem(ctx, 404, 'not_found', 'This character does not exist.')
