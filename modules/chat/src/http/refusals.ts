import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'

export const noSuchChat = (ctx: HttpContext) => problem(ctx, 404, 'not_found', 'Chat not found')

export const adultGate = (ctx: HttpContext) =>
  problem(ctx, 403, 'adult_content', 'Adult Content: enable it in Settings')
