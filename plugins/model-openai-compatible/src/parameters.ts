/** The parameters that a model accepts. Most servers accept the defaults. */
export interface ModelParameters {
  /** The field that limits the reply. OpenAI's reasoning models want `max_completion_tokens`. */
  limit: 'max_tokens' | 'max_completion_tokens'
  /** Whether `temperature` is sent. OpenAI's reasoning models refuse it. */
  temperature: boolean
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

export const defaultParameters: ModelParameters = {
  limit: 'max_tokens',
  temperature: true,
  stop: true,
  streamUsage: true,
  openingCue: '[The scene begins.]',
}

/** An unsupported parameter in the words of OpenAI, vLLM, Mistral, Azure and pydantic. */
const unsupported =
  /un(?:supported|known|recogni[sz]ed|expected)|not (?:be )?(?:supported|permitted|allowed)|(?:does not|doesn.t) support|deprecated/i

/** The change to make when an error names a parameter as unsupported; null for any other error. */
export function changeAfter(status: number, text: string, sent: ModelParameters): Partial<ModelParameters> | null {
  if ((status !== 400 && status !== 422) || !unsupported.test(text)) return null
  // `param` first: the sentence may also name the parameter to use instead.
  const param = /"param"\s*:\s*"([^"]+)"/.exec(text)?.[1]
  const isAbout = (name: RegExp) => name.test(param === undefined ? text : `'${param}'`)
  if (sent.limit === 'max_tokens' && isAbout(/\bmax_tokens\b/)) return { limit: 'max_completion_tokens' }
  if (sent.streamUsage && isAbout(/\b(?:stream_options|include_usage)\b/)) return { streamUsage: false }
  if (sent.temperature && isAbout(/\btemperature\b/)) return { temperature: false }
  // In quotes, because 'stop' is also a common word.
  if (sent.stop && isAbout(/['"`]stop['"`]/)) return { stop: false }
  return null
}
