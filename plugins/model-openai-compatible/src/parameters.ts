/** What a model takes. Servers differ here; each field has a default that most of them accept. */
export interface ModelParameters {
  /** The field that limits the reply. Default `max_tokens`; OpenAI's reasoning models want the other. */
  limit: 'max_tokens' | 'max_completion_tokens'
  /** Whether `temperature` is sent. Default true; OpenAI's reasoning models refuse it. */
  temperature: boolean
  /** Whether `stop` is sent. Default true. */
  stop: boolean
  /** Whether `stream_options` asks for usage. Default true; some servers refuse it and count nothing. */
  streamUsage: boolean
  /**
   * What the user says before a conversation that the character opens, because some chat templates (Mistral's, Gemma's) take the
   * user's turn first. Default `[The scene begins.]`; null sends the conversation as it is.
   */
  openingCue: string | null
}

export const defaultParameters: ModelParameters = {
  limit: 'max_tokens',
  temperature: true,
  stop: true,
  streamUsage: true,
  openingCue: '[The scene begins.]',
}

/** Says that a parameter isn't supported, in the words of OpenAI, vLLM, Mistral, Azure and pydantic. */
const unsupported =
  /un(?:supported|known|recogni[sz]ed|expected)|not (?:be )?(?:supported|permitted|allowed)|(?:does not|doesn.t) support|deprecated/i

/** What to change after a refusal that names a parameter as unsupported; null for every other refusal. */
export function changeAfter(status: number, text: string, sent: ModelParameters): Partial<ModelParameters> | null {
  if ((status !== 400 && status !== 422) || !unsupported.test(text)) return null
  // The structured name first: a sentence may also name the parameter to use instead.
  const param = /"param"\s*:\s*"([^"]+)"/.exec(text)?.[1]
  const isAbout = (name: RegExp) => name.test(param === undefined ? text : `'${param}'`)
  if (sent.limit === 'max_tokens' && isAbout(/\bmax_tokens\b/)) return { limit: 'max_completion_tokens' }
  if (sent.streamUsage && isAbout(/\b(?:stream_options|include_usage)\b/)) return { streamUsage: false }
  if (sent.temperature && isAbout(/\btemperature\b/)) return { temperature: false }
  // Quoted, because it is also a common word.
  if (sent.stop && isAbout(/['"`]stop['"`]/)) return { stop: false }
  return null
}
