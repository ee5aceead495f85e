import type { FieldProblem } from '#modules/kernel/problem'
import { fail, ok, type Result } from '#modules/kernel/result'
import { zoneOrUtc } from '#modules/kernel/time_zone'
import { limits } from '../api.ts'
import { checkContent, checkKey, checkModel, idOrNil, type AddProblem, type SendBody } from './read_send_body.ts'

interface TurnBody extends Pick<SendBody, 'tierId' | 'clientMessageId' | 'timeZone'> {
  content: string | null
  speakerId: string | null
}

/** Validates the body of a turn in a group chat. Without content, the next character goes on. */
export const readTurnBody = (
  body: Record<string, unknown>,
  tierIds: readonly string[],
  defaultTier: string
): Result<TurnBody, FieldProblem[]> => {
  const { content, speakerId, model, clientMessageId, zone } = body
  const problems: FieldProblem[] = []
  const add: AddProblem = (field, rule, message) => problems.push({ field, rule, message })
  if (content !== undefined && content !== null) checkContent(content, add)
  if (speakerId !== undefined && speakerId !== null && typeof speakerId !== 'string')
    add('speakerId', 'string', 'The speakerId must be a string.')
  checkModel(model, tierIds, add)
  checkKey(clientMessageId, add)
  if (problems.length) return fail(problems)
  return ok({
    content: (content as string | null | undefined) ?? null,
    speakerId: typeof speakerId === 'string' ? idOrNil(speakerId).toLowerCase() : null,
    tierId: (model as string | null | undefined) ?? defaultTier,
    clientMessageId: (clientMessageId as string | null | undefined) ?? null,
    timeZone: zoneOrUtc(zone),
  })
}

interface TalkBody extends Omit<TurnBody, 'content' | 'speakerId'> {
  turns: number
}

/** Validates the body of a talk: several turns without messages of the user. */
export const readTalkBody = (
  { turns, model, clientMessageId, zone }: Record<string, unknown>,
  tierIds: readonly string[],
  defaultTier: string
): Result<TalkBody, FieldProblem[]> => {
  const turn = readTurnBody({ model, clientMessageId, zone }, tierIds, defaultTier)
  if (Number.isInteger(turns) && (turns as number) >= 1 && (turns as number) <= limits.talkTurnsMax)
    return turn.ok ? ok({ ...turn.value, turns: turns as number }) : turn
  const message = `A talk has 1 to ${limits.talkTurnsMax} turns.`
  return fail([{ field: 'turns', rule: 'range', message }, ...(turn.ok ? [] : turn.failure)])
}
