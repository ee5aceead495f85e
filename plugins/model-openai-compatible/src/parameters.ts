import type { Sampling } from '../../contract/model.ts'
import { refusalOf } from '../../contract/refused_fields.ts'
import { usualFields, type SamplingFields } from '../../contract/sampling_fields.ts'

const sampled = Object.keys(usualFields) as (keyof Sampling)[]

/**
 * The parameters that a model accepts. Most servers accept the defaults. The flags of `Sampling` decide which sampling parameters are sent.
 * OpenAI's reasoning models refuse nearly all of them.
 */
export interface ModelParameters extends Record<keyof Sampling, boolean> {
  /** The field that limits the reply. OpenAI's reasoning models require `max_completion_tokens`. */
  limit: 'max_tokens' | 'max_completion_tokens'
  /** The field for `Reasoning`. OpenRouter uses `reasoning`. False sends no field. */
  reasoning: 'reasoning_effort' | 'reasoning' | false
  /** Whether `stop` is sent. */
  stop: boolean
  /** Whether the answer is streamed. If not, it arrives at once. */
  stream: boolean
  /** Whether `stream_options` asks for usage. */
  streamUsage: boolean
  /** The role of the system prompt. Some chat templates (Gemma) have none, so it is put before the first user message. */
  system: 'system' | 'user'
  /** Whether roles must alternate, so that consecutive messages of a role become one message. */
  alternates: boolean
  /**
   * The user message to insert before a conversation that the character opens. Some chat templates (Mistral, Gemma) require that the user
   * starts. Null sends the conversation unchanged.
   */
  openingCue: string | null
}

/** The hosts that refuse the fields of other vendors. */
const strict = /^(?:api\.openai\.com|api\.mistral\.ai|api\.groq\.com|.+\.openai\.azure\.com)$/

export const defaultsFor = (url: string): ModelParameters => {
  const { hostname } = new URL(url)
  const isStrict = strict.test(hostname)
  return {
    limit: 'max_tokens',
    temperature: true,
    topP: true,
    minP: !isStrict,
    topK: !isStrict,
    repetitionPenalty: !isStrict,
    presencePenalty: true,
    frequencyPenalty: true,
    seed: true,
    reasoning: hostname === 'openrouter.ai' ? 'reasoning' : 'reasoning_effort',
    stop: true,
    stream: true,
    streamUsage: true,
    system: 'system',
    alternates: false,
    openingCue: '[The scene begins.]',
  }
}

/** Returns the fields of the sampling parameters that are sent. */
export const fieldsOf = (parameters: ModelParameters): SamplingFields =>
  Object.fromEntries(sampled.filter((name) => parameters[name]).map((name) => [name, usualFields[name]]))

/** How servers refuse several sampling parameters by one word. */
const groups: [RegExp, (keyof Sampling)[]][] = [
  [/penalt(?:y|ies)/i, ['presencePenalty', 'frequencyPenalty', 'repetitionPenalty']],
  [/sampling param|sampler/i, sampled],
]

/** How servers and chat templates refuse roles. A new wording is one line. */
const roleRefusals: [RegExp, Partial<ModelParameters>][] = [
  // OpenAI's o1-mini: "'messages[0].role' does not support 'system' with this model."
  [
    /['"]?system['"]? (?:role|message|prompt|instruction)s?.{0,40}(?:not|n.t|un)\W?(?:be )?(?:support|allow|permit|enable|valid|accept)/i,
    { system: 'user' },
  ],
  [
    /(?:not|n.t) (?:support|allow|accept|enable)\w*.{0,40}['"]?\bsystem\b['"]?(?: role| message| prompt| instruction)?/i,
    { system: 'user' },
  ],
  [
    /unsupported.{0,30}role.{0,20}system|(?:unknown|invalid|unexpected|unsupported) (?:message )?role\W{0,4}['"]?system/i,
    { system: 'user' },
  ],
  // Gemma behind Google's API.
  [/developer instruction.{0,30}not enabled/i, { system: 'user' }],
  // Gemma's and Phi's templates, Cohere, Hugging Face.
  [
    /only (?:the )?['"]?user['"]?(?:,| and| or|\/) ?['"]?(?:assistant|model)['"]?.{0,30}roles?|roles? must be (?:one of |either )?['"[(]*(?:user|assistant)/i,
    { system: 'user' },
  ],
  // The templates of Mistral, Llama 2 and Gemma; Perplexity, Bedrock.
  [
    /roles? (?:must|should|need to|have to) (?:\w+ )?alternat|alternat\w+ (?:between )?['"]?(?:user|roles?)|consecutive .{0,30}(?:role|message)s?/i,
    { alternates: true },
  ],
  // "Conversation must start with a user message", after the system prompt.
  [/(?:first|start|begin)\w* .{0,40}\buser\b.{0,20}(?:message|role|turn)?/i, { alternates: true, system: 'user' }],
  [
    /multiple system|(?:only|at most) one system|system message must be (?:the |at the )?(?:first|beginning)/i,
    { alternates: true, system: 'user' },
  ],
]

type Sent = ModelParameters & { sampling: Sampling; hasStop: boolean }

/** Returns the change to make when an error refuses something of the request that it can do without. Null for any other error. */
export function changeAfter(status: number, text: string, sent: Sent): Partial<ModelParameters> | null {
  const refusal = refusalOf(status, text)
  if (!refusal) return null
  const { isUnsupported, names } = refusal
  const { sampling } = sent
  if (isUnsupported) {
    if (sent.limit === 'max_tokens' && names('max_tokens')) return { limit: 'max_completion_tokens' }
    if (sent.limit === 'max_completion_tokens' && names('max_completion_tokens')) return { limit: 'max_tokens' }
  }
  if (sent.streamUsage && (names('stream_options') || names('include_usage'))) return { streamUsage: false }
  if (sent.reasoning && (names('reasoning_effort') || names('reasoning'))) return { reasoning: false }
  const isSent = (name: keyof Sampling) => sent[name] && sampling[name] !== undefined
  const named = sampled.filter((name) => isSent(name) && namesOf(name).some(names))
  const group = named.length > 0 ? named : (groups.find(([word]) => word.test(text))?.[1] ?? [])
  const refused = group.filter(isSent)
  if (refused.length > 0) return Object.fromEntries(refused.map((name) => [name, false]))
  if (sent.stop && sent.hasStop && (names('stop') || names('stop_sequences'))) return { stop: false }
  const change = roleRefusals.find(([wording, more]) => wording.test(text) && differs(sent, more))?.[1]
  if (change) return change
  // Without streaming there is no usage to ask for.
  return isUnsupported && sent.stream && names('stream') ? { stream: false, streamUsage: false } : null
}

/** Returns the names by which a server may call a parameter. */
const namesOf = (name: keyof Sampling): string[] =>
  name === 'repetitionPenalty' ? ['repetition_penalty', 'repeat_penalty'] : [usualFields[name].name]

const differs = (sent: ModelParameters, change: Partial<ModelParameters>): boolean =>
  Object.entries(change).some(([name, value]) => sent[name as keyof ModelParameters] !== value)

/** Describes how parameters differ from the configured ones, for the operator. */
export function describeChange(from: ModelParameters, to: ModelParameters): string {
  const dropped: string[] = sampled.filter((name) => from[name] && !to[name]).map((name) => usualFields[name].name)
  if (from.stop && !to.stop) dropped.push('stop')
  if (from.streamUsage && !to.streamUsage && to.stream) dropped.push('stream_options')
  if (from.reasoning && !to.reasoning) dropped.push(from.reasoning)
  const says = [
    ...(dropped.length > 0 ? [`it refuses ${dropped.join(', ')}`] : []),
    ...(from.limit === to.limit ? [] : [`its limit is ${to.limit}`]),
    ...(from.stream && !to.stream ? ['it does not stream'] : []),
    ...(from.system === to.system ? [] : [`the system prompt has the role ${to.system}`]),
    ...(!from.alternates && to.alternates ? ['messages of the same role are joined'] : []),
  ]
  return says.join('; ')
}
