import vine from '@vinejs/vine'
import { isId } from '#modules/kernel/ids'
import { fail, ok } from '#modules/kernel/result'
import { codePoints } from '#modules/kernel/text'
import { custom, withMessages, type CheckedField } from '#modules/kernel/validation'
import { samplingRanges } from '#plugins/contract/sampling'
import type { Sampling } from '#plugins/contract/model'
import type { GivenMessage, ReplyRequest, Tier, Tiers } from '#modules/chat/index'
import { modelLimits } from '../../api.ts'

/*
 * Reads requests in the shape of OpenAI. Fields without an effect are ignored, so that programs written for other servers work.
 */

const { messagesMax, contentMax, systemMax, stopsMax, stopMax } = modelLimits

const roles = ['system', 'developer', 'user', 'assistant'] as const

const invalid = (rule: string, message: string) => fail({ rule, message })

/** A text, or parts of texts. */
const content = (value: unknown): CheckedField<string> => {
  if (typeof value === 'string') return ok(value)
  if (value === null || value === undefined) return ok('')
  if (!Array.isArray(value)) return invalid('string', 'The content must be a text, or a list of parts.')
  const texts: string[] = []
  for (const part of value) {
    if (part?.type !== 'text' || typeof part.text !== 'string')
      return invalid('type', 'Only parts of the type "text" are supported, so pictures and sound can’t be sent.')
    texts.push(part.text)
  }
  return ok(texts.join('\n'))
}

const stop = (value: unknown): CheckedField<string[]> => {
  const texts = value === null || value === undefined ? [] : [value].flat()
  const isFitting = texts.every((text) => typeof text === 'string' && text !== '' && text.length <= stopMax)
  return isFitting && texts.length <= stopsMax
    ? ok(texts as string[])
    : invalid('stop', `stop has at most ${stopsMax} texts, each of 1 to ${stopMax} characters.`)
}

const session = (id: unknown): CheckedField<string | null> => {
  if (id === null || id === undefined) return ok(null)
  return isId(id) ? ok(id.toLowerCase()) : invalid('uuid', 'metadata.session must be the id of a chat.')
}

const flag = () => vine.boolean({ strict: true }).nullable().optional()
const number = (name: keyof Sampling) => {
  const { min, max, isInteger } = samplingRanges[name]
  const inRange = vine.number({ strict: true }).range([min, max])
  return (isInteger ? inRange.withoutDecimals() : inRange).nullable().optional()
}
const tokens = () => vine.number({ strict: true }).withoutDecimals().min(1).nullable().optional()

export const completionValidator = withMessages(
  vine.create({
    model: vine.string(),
    messages: vine
      .array(vine.object({ role: vine.enum(roles), content: custom(content) }))
      .minLength(1)
      .maxLength(messagesMax),
    stream: flag(),
    stream_options: vine.object({ include_usage: flag() }).nullable().optional(),
    n: vine.number({ strict: true }).in([1]).nullable().optional(),
    stop: custom(stop),
    max_tokens: tokens(),
    max_completion_tokens: tokens(),
    temperature: number('temperature'),
    top_p: number('topP'),
    min_p: number('minP'),
    top_k: number('topK'),
    repetition_penalty: number('repetitionPenalty'),
    presence_penalty: number('presencePenalty'),
    frequency_penalty: number('frequencyPenalty'),
    seed: number('seed'),
    metadata: vine
      .object({ session: custom(session) })
      .nullable()
      .optional(),
  }),
  {
    'n.in': 'Only one answer is written at a time: n must be 1.',
    'messages.maxLength': `A request has at most ${messagesMax} messages.`,
    'messages.*.role.enum': `The role of a message must be ${roles.join(', ')}. Tools aren’t supported.`,
  }
)

type Body = Awaited<ReturnType<typeof completionValidator.validate>>

/** A model that a request names. `characterId`: null for an assistant without a character. */
export interface NamedModel {
  characterId: string | null
  tier: Tier
}

/** A request that can be answered. */
export interface CompletionOrder extends NamedModel {
  /** The name as given. */
  model: string
  isStreamed: boolean
  sendsUsage: boolean
  /** The chat to go on with. */
  sessionId: string | null
  content: string
  earlier: GivenMessage[]
  settings: NonNullable<ReplyRequest['settings']>
}

export type RefusedOrder =
  'no_such_model' | 'no_question' | 'too_long' | 'system_too_long' | 'session_without_character'

/** Returns the model with this name. The name of a tier is found in any case. */
export const modelNamed = (name: string, { byId, defaultId }: Tiers): NamedModel | null => {
  const [, id, tierId = defaultId] = /^character:([0-9a-f-]{36})(?:@(.+))?$/i.exec(name) ?? []
  if (id !== undefined) {
    const tier = byId.get(tierId)
    return tier && isId(id) ? { characterId: id.toLowerCase(), tier } : null
  }
  const tier = byId.get(name) ?? [...byId.values()].find((tier) => tier.name.toLowerCase() === name.toLowerCase())
  return tier ? { characterId: null, tier } : null
}

/** Reads a valid body. Texts of the roles `system` and `developer` become the user’s note, so that they never are instructions of the platform. */
export const orderOf = (body: Body, tiers: Tiers): CompletionOrder | RefusedOrder => {
  const named = modelNamed(body.model, tiers)
  if (!named) return 'no_such_model'
  const isSystem = ({ role }: Body['messages'][number]) => role === 'system' || role === 'developer'
  const note = body.messages
    .filter(isSystem)
    .map(({ content }) => content.trim())
    .filter(Boolean)
    .join('\n\n')
  const said = body.messages.filter((message) => !isSystem(message) && message.content.trim() !== '')
  const last = said.pop()
  if (last?.role !== 'user') return 'no_question'
  const sessionId = body.metadata?.session ?? null
  if (sessionId !== null && named.characterId === null) return 'session_without_character'
  if (codePoints(last.content) > contentMax) return 'too_long'
  if (codePoints(note) > systemMax) return 'system_too_long'
  const length = body.max_completion_tokens ?? body.max_tokens ?? null
  return {
    model: body.model,
    ...named,
    tier: { ...named.tier, stop: [...named.tier.stop, ...body.stop] },
    isStreamed: body.stream ?? false,
    sendsUsage: body.stream_options?.include_usage ?? false,
    sessionId,
    content: last.content,
    earlier: said.map(({ role, content }) => ({ isUser: role === 'user', content })),
    settings: {
      ...(note && { note: { text: note, depth: 1, role: 'user', every: 1 } }),
      ...(length !== null && { length }),
      sampling: samplingOf(body),
    },
  }
}

const samplingOf = (body: Body): Sampling => {
  const given = {
    temperature: body.temperature,
    topP: body.top_p,
    minP: body.min_p,
    topK: body.top_k,
    repetitionPenalty: body.repetition_penalty,
    presencePenalty: body.presence_penalty,
    frequencyPenalty: body.frequency_penalty,
    seed: body.seed,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'number'))
}
