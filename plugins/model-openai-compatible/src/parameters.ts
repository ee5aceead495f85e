import type { Sampling } from '../../contract/model.ts'
import type { SamplingFields } from '../../contract/sampling_fields.ts'

/** `topK`, `minP` and `repetitionPenalty` aren't OpenAI's. Servers for open models take them. */
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
 * The parameters that a model accepts. Most servers accept the defaults. Those of `Sampling` tell whether each is sent: OpenAI's reasoning
 * models refuse nearly all.
 */
export interface ModelParameters extends Record<keyof Sampling, boolean> {
  /** The field that limits the reply. OpenAI's reasoning models want `max_completion_tokens`. */
  limit: 'max_tokens' | 'max_completion_tokens'
  /** The field for `Reasoning`: OpenRouter's is `reasoning`. False sends none. */
  reasoning: 'reasoning_effort' | 'reasoning' | false
  /** Whether `stop` is sent. */
  stop: boolean
  /** Whether `stream_options` asks for usage. */
  streamUsage: boolean
  /**
   * The user's message before a conversation that the character opens: some chat templates (Mistral, Gemma) require one.
   * Null sends the conversation unchanged.
   */
  openingCue: string | null
}

/** Hosts that refuse fields of others. */
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

/** The fields of the sampling parameters that are sent. */
export const fieldsOf = (parameters: ModelParameters): SamplingFields =>
  Object.fromEntries(sampled.filter((name) => parameters[name]).map((name) => [name, fields[name]]))

/** An unsupported parameter in the words of OpenAI, vLLM, Mistral, Azure and pydantic. */
const unsupported =
  /un(?:supported|known|recogni[sz]ed|expected)|not (?:be )?(?:supported|permitted|allowed)|(?:does not|doesn.t) support|deprecated/i

/** The change to make when an error names a parameter as unsupported; null for any other error. */
export function changeAfter(
  status: number,
  text: string,
  { sampling, ...sent }: ModelParameters & { sampling: Sampling }
): Partial<ModelParameters> | null {
  if ((status !== 400 && status !== 422) || !unsupported.test(text)) return null
  // `param` first: the sentence may also name the parameter to use instead.
  const param = /"param"\s*:\s*"([^"]+)"/.exec(text)?.[1]
  const isAbout = (name: RegExp) => name.test(param === undefined ? text : `'${param}'`)
  if (sent.limit === 'max_tokens' && isAbout(/\bmax_tokens\b/)) return { limit: 'max_completion_tokens' }
  if (sent.streamUsage && isAbout(/\b(?:stream_options|include_usage)\b/)) return { streamUsage: false }
  if (sent.reasoning && isAbout(/\breasoning(?:_effort)?\b/)) return { reasoning: false }
  // In quotes, because 'seed' is also a common word.
  const nameOf = (name: keyof Sampling) =>
    new RegExp(name === 'seed' ? `['"\`]seed['"\`]` : `\\b${fields[name].name}\\b`)
  const refused = sampled.filter((name) => sent[name] && sampling[name] !== undefined && isAbout(nameOf(name)))
  if (refused.length > 0) return Object.fromEntries(refused.map((name) => [name, false]))
  // In quotes, because 'stop' is also a common word.
  if (sent.stop && isAbout(/['"`]stop['"`]/)) return { stop: false }
  return null
}
