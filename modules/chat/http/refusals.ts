import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'

export const noSuchChat = (ctx: HttpContext) => problem(ctx, 404, 'not_found', 'Chat not found')

export const noSuchMessage = (ctx: HttpContext) => problem(ctx, 404, 'not_found', 'Message not found')

export const adultGate = (ctx: HttpContext) =>
  problem(ctx, 403, 'adult_content', 'Adult Content: enable it in Settings')

export const replyRunning = (ctx: HttpContext) =>
  problem(ctx, 409, 'reply_under_way', 'A reply is already under way in this chat. Wait for it, or stop it.')

export const invalid = (ctx: HttpContext, field: string, rule: string, message: string) =>
  problem(ctx, 422, 'validation_failed', message, [{ field, rule, message }])

export const tooManyBooks = (ctx: HttpContext, waitSeconds: number) => {
  ctx.response.header('Retry-After', String(waitSeconds))
  const minutes = Math.ceil(waitSeconds / 60)
  return problem(
    ctx,
    429,
    'too_many_requests',
    `You have made many books within the last hour. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  )
}

export const tooManyChats = (ctx: HttpContext, waitSeconds: number) => {
  ctx.response.header('Retry-After', String(waitSeconds))
  const minutes = Math.ceil(waitSeconds / 60)
  return problem(
    ctx,
    429,
    'too_many_requests',
    `You have opened many chats within the last hour. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  )
}

export const tooManyContexts = (ctx: HttpContext, waitSeconds: number) => {
  ctx.response.header('Retry-After', String(waitSeconds))
  return problem(
    ctx,
    429,
    'too_many_requests',
    `You have looked at too many prompts within the last minute. Please try again in ${waitSeconds} s.`
  )
}

export const tooManyStreams = (ctx: HttpContext) => {
  ctx.response.header('Retry-After', '5')
  return problem(
    ctx,
    429,
    'too_many_requests',
    'Replies are open in too many places at once. Please close some of them.'
  )
}
