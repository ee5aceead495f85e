import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'

/** Sends the same response for deleted, unknown and hidden characters. */
export const noSuchCharacter = (ctx: HttpContext) => problem(ctx, 404, 'not_found', 'This character does not exist.')
