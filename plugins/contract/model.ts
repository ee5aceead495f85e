export interface ModelMessage {
  role: 'user' | 'assistant'
  content: string
}

/** The facts of `system` as structure, for providers that don't read prompts. */
export interface Cast {
  character: { name: string; description: string; personality: string; backstory: string }
  scenario: string
  /** `persona` is the user's self-description; may be empty. */
  user: { name: string; persona: string }
}

export interface ModelRequest {
  /** The upstream's name for the model. */
  model: string
  /** The system prompt, macros filled in. */
  system: string
  /** Oldest first, the user's message last, cut to fit `contextTokens`, macros filled in. */
  messages: readonly ModelMessage[]
  cast: Cast
  /** The context window, for upstreams that need it. */
  contextTokens: number
  outputTokensMax: number
  /** 0 to 2. */
  temperature: number
  stop: readonly string[]
  /** 0 for the first answer to a message, 1 for its first reroll, and so on. For providers without randomness of their own. */
  variant: number
}

export interface ModelUsage {
  inputTokens: number
  outputTokens: number
}

/**
 * `thinking` reports that the model is reasoning, without the reasoning itself.
 *
 * `finish` comes exactly once, last. `stop` and `length` end an answer. `filter` means that the vendor's content rules ended it, `refusal`
 * that the model declined. After `filter` or `refusal`, earlier text is incomplete.
 */
export type ReplyPart =
  | { type: 'text'; text: string }
  | { type: 'thinking' }
  | { type: 'finish'; reason: 'stop' | 'length' | 'filter' | 'refusal'; usage: ModelUsage | null }

/**
 * Writes replies. `streamReply` keeps these promises:
 *
 * - It yields text as it arrives: never empty, never half a surrogate pair, never the model's reasoning.
 * - It yields `thinking` parts while reasoning arrives, and exactly one `finish` at the end.
 * - It finishes within seconds of the upstream's finish, even if the connection stays open.
 * - It only throws `ProviderError`. A stream that ends without a finish is `cut_off`.
 * - When `signal` fires, it closes the upstream connection and throws or returns immediately.
 * - It never logs and never retries, except to repeat a refused request without a parameter that the upstream reported as unsupported.
 */
export interface ModelProvider {
  streamReply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ReplyPart>
}
