import type { Sampling } from '../../contract/model.ts'
import type { SamplingFields } from '../../contract/sampling_fields.ts'

/** The field of each parameter. OpenAI lacks `topK`, `minP` and `repetitionPenalty`, but servers for open models support them. */
const fields = {
  temperature: { name: 'temperature' },
  topP: { name: 'top_p' },
  minP: { name: 'min_p' },
  topK: { name: 'top_k' },
  repetitionPenalty: { name: 'repetition_penalty' },
  presencePenalty: { name: 'presence_penalty' },
  frequencyPenalty: { name: 'frequency_penalty' },
  seed: { name: 'seed' },
} as const satisfies SamplingFields

const sampled = Object.keys(fields) as (keyof Sampling)[]

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
  /** Whether `stream_options` asks for usage. */
  streamUsage: boolean
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
    streamUsage: true,
    openingCue: '[The scene begins.]',
  }
}

/** Returns the fields of the sampling parameters that are sent. */
export const fieldsOf = (parameters: ModelParameters): SamplingFields =>
  Object.fromEntries(sampled.filter((name) => parameters[name]).map((name) => [name, fields[name]]))

/** Matches how OpenAI, vLLM, Mistral, Azure and pydantic report an unsupported parameter. */
const unsupported =
  /un(?:supported|known|recogni[sz]ed|expected)|not (?:be )?(?:supported|permitted|allowed)|(?:does not|doesn.t) support|deprecated/i

/** Returns the change to make when an error names a parameter as unsupported. Null for any other error. */
export function changeAfter(
  status: number,
  text: string,
  { sampling, ...sent }: ModelParameters & { sampling: Sampling }
): Partial<ModelParameters> | null {
  if ((status !== 400 && status !== 422) || !unsupported.test(text)) return null
  // Prefers `param`, because the message may also name the parameter to use instead.
  const param = /"param"\s*:\s*"([^"]+)"/.exec(text)?.[1]
  const isAbout = (name: RegExp) => name.test(param === undefined ? text : `'${param}'`)
  if (sent.limit === 'max_tokens' && isAbout(/\bmax_tokens\b/)) return { limit: 'max_completion_tokens' }
  if (sent.streamUsage && isAbout(/\b(?:stream_options|include_usage)\b/)) return { streamUsage: false }
  if (sent.reasoning && isAbout(/\breasoning(?:_effort)?\b/)) return { reasoning: false }
  // Requires quotes around 'seed', because it is also a common word.
  const nameOf = (name: keyof Sampling) =>
    new RegExp(name === 'seed' ? `['"\`]seed['"\`]` : `\\b${fields[name].name}\\b`)
  const refused = sampled.filter((name) => sent[name] && sampling[name] !== undefined && isAbout(nameOf(name)))
  if (refused.length > 0) return Object.fromEntries(refused.map((name) => [name, false]))
  // Requires quotes around 'stop', because it is also a common word.
  if (sent.stop && isAbout(/['"`]stop['"`]/)) return { stop: false }
  return null
}
