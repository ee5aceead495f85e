export interface ModelMessage {
  role: 'user' | 'assistant'
  content: string
}

/** Who is on stage: the same facts as `system`, for a provider that writes from structure rather than from a text. */
export interface Cast {
  character: { name: string; description: string; personality: string; backstory: string }
  scenario: string
  /** `persona` is how the user describes themselves; empty when they don't. */
  user: { name: string; persona: string }
}

export interface ModelRequest {
  /** The upstream's name for the model. */
  model: string
  /** Who the model is to be. Macros are filled in already. */
  system: string
  /** Oldest first, cut to fit `contextTokens`; the last one is the user's. Macros are filled in already. */
  messages: readonly ModelMessage[]
  cast: Cast
  /** The window the prompt was cut to, for upstreams that must be told. */
  contextTokens: number
  outputTokensMax: number
  /** 0 to 2. */
  temperature: number
  stop: readonly string[]
}

export interface ModelUsage {
  inputTokens: number
  outputTokens: number
}

/**
 * `thinking` says that the model is reasoning: a sign of life, without the reasoning itself.
 *
 * `finish` comes exactly once and last. `stop` and `length` end an answer. `filter` means that the vendor's content rules ended it,
 * `refusal` that the model declined to write it; with either, text that came before is half an answer.
 */
export type ReplyPart =
  | { type: 'text'; text: string }
  | { type: 'thinking' }
  | { type: 'finish'; reason: 'stop' | 'length' | 'filter' | 'refusal'; usage: ModelUsage | null }

/**
 * Something that writes replies.
 *
 * `streamReply` yields text as it arrives (never empty, never half a surrogate pair, never the model's reasoning), a `thinking` part
 * while reasoning arrives, then exactly one `finish`. It finishes within seconds of the upstream's finish, even if the connection
 * stays open. It throws `ProviderError` and nothing else; a stream that ends without the upstream saying so is `cut_off`.
 * When `signal` fires it hangs up on the upstream and ends by throwing or returning, at once. It never logs, and it never retries,
 * except to repeat a refused request without the parameter that the upstream named as unsupported.
 */
export interface ModelProvider {
  streamReply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ReplyPart>
}
