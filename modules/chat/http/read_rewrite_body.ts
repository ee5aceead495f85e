import type { FieldProblem } from '#modules/kernel/problem'
import { fail, ok, type Result } from '#modules/kernel/result'
import { isLonger, trimmed } from '#modules/kernel/text'
import { zoneOrUtc } from '#modules/kernel/time_zone'
import { limits } from '../api.ts'
import { checkKey, checkModel, idOrNil, type AddProblem } from './read_send_body.ts'

export interface RewriteBody {
  messageId: string
  tierId: string
  clientMessageId: string | null
  timeZone: string
  nudge: string | null
}

/** Validates the body of a reroll or a continuation. */
export const readRewriteBody = (
  body: Record<string, unknown>,
  tierIds: readonly string[],
  defaultTier: string
): Result<RewriteBody, FieldProblem[]> => {
  const { messageId, model, clientMessageId, zone, nudge } = body
  const problems: FieldProblem[] = []
  const add: AddProblem = (field, rule, message) => problems.push({ field, rule, message })
  if (typeof messageId !== 'string') add('messageId', 'required', 'messageId is missing.')
  checkModel(model, tierIds, add)
  checkKey(clientMessageId, add)
  if (nudge !== undefined && nudge !== null) {
    if (typeof nudge !== 'string') add('nudge', 'string', 'The nudge must be a string.')
    else if (isLonger(nudge, limits.nudgeMax))
      add('nudge', 'maxLength', `A nudge has at most ${limits.nudgeMax} characters.`)
  }
  if (problems.length) return fail(problems)
  return ok({
    messageId: idOrNil(messageId as string),
    tierId: (model as string | null | undefined) ?? defaultTier,
    clientMessageId: (clientMessageId as string | null | undefined) ?? null,
    timeZone: zoneOrUtc(zone),
    nudge: trimmed((nudge as string | null | undefined) ?? '') || null,
  })
}
