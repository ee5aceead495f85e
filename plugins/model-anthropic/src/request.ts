import {
  outputLimitOf,
  type ModelMessage,
  type ModelProvider,
  type ModelRequest,
  type Reasoning,
  type Sampling,
  type SentConversation,
} from '../../contract/model.ts'
import { sampledBy, withinScales, type SamplingFields } from '../../contract/sampling_fields.ts'

/** The user messages that the API requires before a character's opening and after a reply that the model should continue. */
const cues = { opening: '[The scene begins.]', goOn: '[Go on exactly where you stopped.]' }

/** Creates the body of a request: https://platform.claude.com/docs/en/api/messages/create */
export function requestBody(request: ModelRequest): object {
  const { model, reasoning } = request
  const stop = request.stop.filter((text) => text.trim() !== '')
  const thinks = thinksIn(request)
  const budget = thinks ? Math.max(budgetMin, reasoning?.tokensMax ?? budgets[reasoning?.effort ?? 'medium']) : 0
  return {
    model,
    ...(request.system.trim() === '' ? {} : { system: systemOf(request) }),
    messages: messagesOf(request),
    max_tokens: Math.max(outputLimitOf(request), request.outputTokensMax + budget),
    // The API refuses sampling parameters together with thinking.
    ...(thinks
      ? thinkingOf(model, reasoning!, budget)
      : sampledBy(fieldsOf(model), samplingFor(model, request.sampling))),
    ...(stop.length > 0 ? { stop_sequences: stop } : {}),
    stream: true,
  }
}

/** Returns the sampling that a request contains. */
export const sentBy = ({ model, sampling, reasoning }: Pick<ModelRequest, 'model' | 'sampling' | 'reasoning'>) =>
  thinksIn({ model, reasoning }) ? {} : withinScales(fieldsOf(model), samplingFor(model, sampling))

const thinksIn = ({ model, reasoning }: Pick<ModelRequest, 'model'> & { reasoning?: Reasoning | undefined }): boolean =>
  reasoning !== undefined && canThink(model)

type Conversation = Parameters<NonNullable<ModelProvider['conversation']>>[0]

/** Returns the conversation that a request contains. */
export const conversationOf = (request: Conversation): SentConversation => ({
  messages: [
    ...(request.system.trim() === '' ? [] : [{ role: 'system' as const, content: request.system }]),
    ...turnsOf(request).map(({ role, content }) => ({ role, content })),
  ],
})

type TextBlock = { type: 'text'; text: string; cache_control?: { type: 'ephemeral' } }

/** Pictures come before the text: https://platform.claude.com/docs/en/build-with-claude/vision */
const blocksOf = ({ content, pictures }: ModelMessage, isMarked: boolean) => {
  const text = isMarked ? cached(content) : content
  if (!pictures) return text
  return [
    ...pictures.map(({ type, base64 }) => ({
      type: 'image',
      source: { type: 'base64', media_type: type, data: base64 },
    })),
    ...(typeof text === 'string' ? [{ type: 'text', text }] : text),
  ]
}

/** Returns the text as a marked block. The API caches everything up to a marked block. */
const cached = (text: string): TextBlock[] => [{ type: 'text', text, cache_control: { type: 'ephemeral' } }]

const systemOf = ({ system, stableMessages }: ModelRequest) => (stableMessages === undefined ? system : cached(system))

interface Turn extends ModelMessage {
  /** Whether the next requests will repeat all messages of this turn. */
  isStable: boolean
}

/**
 * Alternates roles, starts with the user and drops empty messages, as the API requires. Ends with the user, unless the last message is a
 * prefill.
 */
function turnsOf({ stableMessages = 0, ...request }: Conversation & Pick<ModelRequest, 'stableMessages'>): Turn[] {
  const { messages, model } = request
  const turns: Turn[] = []
  const add = ({ role, content, pictures }: ModelMessage, isStable: boolean) => {
    const before = turns.at(-1)
    if (before?.role === role) {
      Object.assign(before, { content: `${before.content}\n\n${content}`, isStable })
      if (pictures) before.pictures = [...(before.pictures ?? []), ...pictures]
    } else turns.push({ role, content, isStable, ...(pictures && { pictures }) })
  }
  const isEmpty = ({ content }: ModelMessage) => content.trim() === ''
  if (messages.find((message) => !isEmpty(message))?.role !== 'user') add({ role: 'user', content: cues.opening }, true)
  messages.forEach((message, index) => isEmpty(message) || add(message, index < stableMessages))
  const last = turns.at(-1)
  if (last?.role === 'assistant') {
    // The API refuses a prefill that ends with white space.
    if (prefills(model) && !thinksIn(request)) last.content = last.content.trimEnd()
    else add({ role: 'user', content: cues.goOn }, false)
  }
  return turns
}

function messagesOf(request: ModelRequest) {
  const turns = turnsOf(request)
  const marked = (request.stableMessages ?? 0) > 0 ? turns.findLastIndex(({ isStable }) => isStable) : -1
  return turns.map((turn, index) => ({ role: turn.role, content: blocksOf(turn, index === marked) }))
}

/** Whether the model continues the assistant's last message. Models since Claude 4.6 refuse such a message. */
export const prefills = (model: string): boolean =>
  /claude-(?:[123]\b|instant|(?:opus|sonnet|haiku)-4(?:-[015])?(?:-\d{8}|-latest|@|$))/.test(model)

/** The token budgets for thinking: the minimum of the API, and our budget for each effort. */
const budgetMin = 1_024
const budgets = { low: 1_024, medium: 4_096, high: 16_384 }

const canThink = (model: string): boolean => !/claude-(?:[12]\b|instant|3-(?!7))/.test(model)

/** Returns the fields for thinking. Models since Claude Opus 4.7 decide how long to think, and only reveal a summary on request. */
const thinkingOf = (model: string, { effort }: Reasoning, budget: number) =>
  isOfOpenSampling(model)
    ? { thinking: { type: 'enabled', budget_tokens: budget } }
    : { thinking: { type: 'adaptive', display: 'summarized' }, ...(effort ? { output_config: { effort } } : {}) }

const fields: SamplingFields = {
  temperature: { name: 'temperature', max: 1 },
  topP: { name: 'top_p', max: 1 },
  topK: { name: 'top_k' },
}

/** Whether the model accepts sampling parameters. Models since Claude Opus 4.7 refuse all of them. */
const isOfOpenSampling = (model: string): boolean =>
  /claude-(?:[123]\b|instant|(?:opus|sonnet|haiku)-4(?:-[0-6])?(?:-\d{8}|-latest|@|$))/.test(model)

export const fieldsOf = (model: string): SamplingFields => (isOfOpenSampling(model) ? fields : {})

/** Models since Claude Opus 4.1 refuse `temperature` together with `top_p`. For them, a `topP` below 1 replaces the temperature. */
function samplingFor(model: string, { temperature, topP = 1, topK = 0 }: Sampling): Sampling {
  const takesBoth = /claude-(?:[123]\b|instant|(?:opus|sonnet)-4(?:-0)?(?:-\d{8}|@|$))/.test(model)
  return {
    ...(temperature !== undefined && (topP === 1 || takesBoth) ? { temperature } : {}),
    ...(topP < 1 ? { topP } : {}),
    ...(topK > 0 ? { topK } : {}),
  }
}
