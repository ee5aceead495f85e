import type { HttpContext } from '@adonisjs/core/http'
import { sendJson } from '#modules/kernel/send_json'
import { refuse } from './refusals.ts'

/** Sends the details of a character, or that there is none. */
export const sendCharacter = (ctx: HttpContext, character: object | null) =>
  character ? sendJson(ctx, character) : refuse(ctx, 'unknown')
