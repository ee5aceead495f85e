export interface ModelMessage {
  role: 'user' | 'assistant'
  content: string
}

/** The facts of `system` as structure, for providers that don't read prompts. */
export interface Cast {
  /** The request is for a line of the user. `character` is the user then, and `user` the character. */
  isForUser?: true
  character: { name: string; description: string; personality: string; backstory: string }
  scenario: string
  /** `persona` is the user's self-description; may be empty. */
  user: { name: string; persona: string }
}

/** How the next token is chosen. A missing parameter leaves the choice to the provider. */
export interface Sampling {
  /** 0 to 2. */
  temperature?: number
  /** 0 to 1. */
  topP?: number
  /** 0 to 1. */
  minP?: number
  /** 0: off. */
  topK?: number
  /** 1: off. */
  repetitionPenalty?: number
  /** -2 to 2. */
  presencePenalty?: number
  /** -2 to 2. */
  frequencyPenalty?: number
  seed?: number
}

/** How much a reasoning model may think before its answer. */
export interface Reasoning {
  effort?: 'low' | 'medium' | 'high'
  /** On top of `outputTokensMax`. Where the upstream has one limit for both, it is the sum. */
  tokensMax?: number
}

/** A dialogue to summarize, as structure, for providers that don't read prompts. */
export interface SummaryTask {
  /** The summary of what happened before. Empty at first. */
  previous: string
  /** The messages after it, oldest first, macros filled in. */
  lines: readonly { name: string; text: string }[]
}

export interface ModelRequest {
  /** The upstream's name for the model. */
  model: string
  /** The system prompt, macros filled in. */
  system: string
  /** Oldest first, the user's message last, cut to fit `contextTokens`, macros filled in. */
  messages: readonly ModelMessage[]
  /** How many of the first messages the next requests of this chat will repeat unchanged, for upstreams that cache a marked prefix. */
  stableMessages?: number
  cast: Cast
  /** The context window, for upstreams that need it. */
  contextTokens: number
  outputTokensMax: number
  /** A provider ignores parameters that it doesn't take, and uses its nearest value for those outside its scale. */
  sampling: Sampling
  /** For models that reason. Left out for all others, which may refuse it. */
  reasoning?: Reasoning
  stop: readonly string[]
  /** The request is for a summary of a dialogue instead of a reply. The prompt asks for it too. */
  summary?: SummaryTask
  /** 0 for the first answer to a message, 1 for its first reroll, and so on. For providers without randomness of their own. */
  variant: number
}

export interface ModelUsage {
  /** Including those read from a cache. */
  inputTokens: number
  outputTokens: number
  /** The input tokens read from a cache, where the upstream counts them. */
  cachedTokens?: number
}

/**
 * `thinking` reports that the model is reasoning, with the reasoning where the upstream reveals it. It is never part of the answer.
 *
 * `finish` comes exactly once, last. `stop` and `length` end an answer. `filter` means that the vendor's content rules ended it, `refusal`
 * that the model declined. After `filter` or `refusal`, earlier text is incomplete.
 */
export type ReplyPart =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text?: string }
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
  /** The sampling parameters that it sends for this model. Only these are offered to users. */
  takes(model: string): readonly (keyof Sampling)[]
  /** The sampling that it sends for a request, in our scales. Missing: all values that it takes, unchanged. */
  sends?(request: Pick<ModelRequest, 'model' | 'sampling' | 'reasoning'>): Sampling
  /** Whether the model goes on with a last message of the assistant's, to the character. Missing: never. Not while it reasons. */
  prefills?(model: string): boolean
  streamReply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ReplyPart>
}
