import { isId, nilUuid } from '#modules/kernel/ids'
import type { FieldProblem } from '#modules/kernel/problem'
import { fail, ok, type Result } from '#modules/kernel/result'
import { isBlankMessage } from '#modules/kernel/macros'
import { isLonger } from '#modules/kernel/text'
import { zoneOrUtc } from '#modules/kernel/time_zone'
import { limits } from '../api.ts'

export interface SendBody {
  content: string
  tierId: string
  sessionId: string | null
  clientMessageId: string | null
  timeZone: string
}

const keyLengthMax = 200

/** Replaces malformed ids, so that they are looked up and not found. */
export const idOrNil = (id: string) => (isId(id) ? id : nilUuid)

/** Validates the body of a send. Written by hand, because it is on the hot path and gives better messages than the validator. */
export const readSendBody = (
  body: Record<string, unknown>,
  tierIds: readonly string[],
  defaultTier: string
): Result<SendBody, FieldProblem[]> => {
  const { content, model, sessionId, clientMessageId, zone } = body
  const problems: FieldProblem[] = []
  const add: AddProblem = (field, rule, message) => problems.push({ field, rule, message })
  checkContent(content, add)
  checkModel(model, tierIds, add)
  if (sessionId !== undefined && sessionId !== null && typeof sessionId !== 'string')
    add('sessionId', 'string', 'The sessionId must be a string.')
  checkKey(clientMessageId, add)
  if (problems.length) return fail(problems)
  return ok({
    content: content as string,
    tierId: (model as string | null | undefined) ?? defaultTier,
    sessionId: typeof sessionId === 'string' ? idOrNil(sessionId) : null,
    clientMessageId: (clientMessageId as string | null | undefined) ?? null,
    timeZone: zoneOrUtc(zone),
  })
}

/** Checks the length first, because filling the macros of a long text takes time. */
export const checkContent = (content: unknown, add: AddProblem, max: number = limits.contentMax) => {
  if (typeof content === 'string' && isLonger(content, max))
    add('content', 'maxLength', `A message has at most ${max.toLocaleString('en')} characters.`)
  else if (typeof content !== 'string' || isBlankMessage(content))
    add('content', 'required', 'Please write a message first.')
}

export type AddProblem = (field: string, rule: string, message: string) => void

export const checkModel = (model: unknown, tierIds: readonly string[], add: AddProblem) => {
  if (model !== undefined && model !== null && !(typeof model === 'string' && tierIds.includes(model)))
    add('model', 'enum', `The model must be one of ${tierIds.join(', ')}.`)
}

export const checkKey = (clientMessageId: unknown, add: AddProblem) => {
  if (clientMessageId !== undefined && clientMessageId !== null) {
    const isKey =
      typeof clientMessageId === 'string' && clientMessageId.length > 0 && clientMessageId.length <= keyLengthMax
    if (!isKey) add('clientMessageId', 'string', `clientMessageId must be a string of 1 to ${keyLengthMax} characters.`)
  }
}
