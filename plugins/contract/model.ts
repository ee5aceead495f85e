import type { AdaptationSource } from './adaptations.ts'

export interface ModelMessage {
  role: 'user' | 'assistant'
  content: string
  /** The pictures that the user shows with the text. Only in requests to models that see, and at most `picturesMax` in a request. */
  pictures?: readonly ModelPicture[]
}

/** A picture of at most 1,024 pixels a side. JPEG is the one format that every upstream reads. */
export interface ModelPicture {
  type: 'image/jpeg'
  base64: string
}

/** The participants of a conversation, for providers that don't read prompts. Contains no text that the user may not read. */
export interface Cast {
  /** Set if the model writes a message of the user. Then `character` describes the user, and `user` describes the character. */
  isForUser?: true
  /** `description` is the public one, which the prompt may lack. Both texts may be empty. */
  character: { name: string; description: string; personality: string }
  /** `persona` is the user's self-description and may be empty. */
  user: { name: string; persona: string }
}

/** The parameters for choosing the next token. The provider decides the value of a missing parameter. */
export interface Sampling {
  /** A number from 0 to 2. */
  temperature?: number
  /** A number from 0 to 1. */
  topP?: number
  /** A number from 0 to 1. */
  minP?: number
  /** 0 turns it off. */
  topK?: number
  /** 1 turns it off. */
  repetitionPenalty?: number
  /** A number from -2 to 2. */
  presencePenalty?: number
  /** A number from -2 to 2. */
  frequencyPenalty?: number
  seed?: number
}

/** How much a reasoning model may think before its answer. */
export interface Reasoning {
  effort?: 'low' | 'medium' | 'high'
  /** The token limit of the reasoning, in addition to `outputTokensMax`. An upstream with one limit for both gets the sum. */
  tokensMax?: number
}

/** A dialogue to summarize, as structured data, for providers that don't read prompts. */
export interface SummaryTask {
  /** The summary of the earlier messages. Empty for the first summary. */
  previous: string
  /** The messages after the earlier summary, oldest first, with macros filled in. */
  lines: readonly { name: string; text: string }[]
}

export interface ModelRequest {
  /** The upstream's name for the model. */
  model: string
  /** The system prompt, with macros filled in. */
  system: string
  /**
   * The messages, oldest first, cut to fit `contextTokens`, with macros filled in. The last message is the user's, or an assistant's
   * message that the model continues (see `prefills`).
   */
  messages: readonly ModelMessage[]
  /** The number of first messages that the next requests of this chat will repeat unchanged, for upstreams that cache a marked prefix. */
  stableMessages?: number
  cast: Cast
  /** The context window, for upstreams that need it. */
  contextTokens: number
  outputTokensMax: number
  /** A provider ignores parameters that it doesn't support. It uses its nearest value for a value outside its scale. */
  sampling: Sampling
  /** Set only for models that reason. Other models may refuse it. */
  reasoning?: Reasoning
  /**
   * The tokens to add to the upstream's limit for a model that has turned out to reason. Doesn't ask the model to reason. See
   * `outputLimitOf`.
   */
  thinkingRoom?: number
  stop: readonly string[]
  /** Set if the model writes a summary of a dialogue instead of a reply. The prompt also asks for the summary. */
  summary?: SummaryTask
  /** Set if the model writes so many different messages of the user, each on a numbered line. The prompt also asks for them. */
  lines?: number
  /** 0 for the first answer to a message, 1 for its first reroll, and so on. For providers that write without randomness. */
  variant: number
}

/** The messages of a request, as the upstream gets them. */
export interface SentConversation {
  /** Includes the system prompt and the provider's own messages. */
  messages: readonly { role: 'system' | ModelMessage['role']; content: string }[]
  /**
   * How the messages are written, if the upstream gets them as one text: the text for a system prompt, where it has marks of its own, and
   * for three messages, each with the content `…`.
   */
  template?: string
}

export interface ModelUsage {
  /** The number of input tokens, including tokens read from a cache. */
  inputTokens: number
  outputTokens: number
  /** The number of input tokens read from a cache, if the upstream counts them. */
  cachedTokens?: number
}

/**
 * `thinking` reports that the model is reasoning, and includes the reasoning if the upstream reveals it. It is never part of the answer.
 *
 * `alive` reports that bytes arrive without text or reasoning, such as comments or empty events. It comes at most once a second.
 *
 * `retract` means that all text so far was reasoning, because only now a mark has shown that. The answer begins after it.
 *
 * `finish` is the last part and occurs exactly once. `stop` means that the model ended its answer, `length` that the answer reached a token
 * limit. `filter` means that the vendor's content rules ended it, `refusal` that the model declined. `unknown` is a reason that the provider
 * doesn't know. After any of these three, earlier text may be incomplete.
 */
export type ReplyPart =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text?: string }
  | { type: 'alive' }
  | { type: 'retract' }
  | { type: 'finish'; reason: 'stop' | 'length' | 'filter' | 'refusal' | 'unknown'; usage: ModelUsage | null }

/**
 * Writes replies. `streamReply` keeps these promises:
 *
 * - It yields text as it arrives: never empty, never half a surrogate pair, never the model's reasoning.
 * - It yields `thinking` parts while reasoning arrives, and exactly one `finish` at the end.
 * - It skips events that it can't read. Nothing after the upstream's finish reason makes the answer worse.
 * - It finishes within 15 seconds of the last text after the upstream's finish reason, even if the connection stays open.
 * - It only throws `ProviderError`. A stream that ends without a finish is `cut_off`.
 * - When `signal` fires, it closes the upstream connection and throws or returns immediately.
 * - It never logs, but tells what it has adapted to in `adaptations`.
 * - It never retries, except to repeat a refused request without a parameter that the upstream reported as unsupported.
 */
export interface ModelProvider {
  /** Returns the sampling parameters that the provider sends for this model. Users can set only these. */
  takes(model: string): readonly (keyof Sampling)[]
  /**
   * Returns the sampling that the provider sends for a request, in our scales. A provider without this method sends the values of all
   * parameters in `takes`, unchanged.
   */
  sends?(request: Pick<ModelRequest, 'model' | 'sampling' | 'reasoning'>): Sampling
  /**
   * Returns the conversation that the provider sends for a request, as adapted so far. It has the texts of the request in their order, and
   * texts of the provider between them. A provider without this method sends the system prompt and the messages unchanged.
   */
  conversation?(request: Pick<ModelRequest, 'model' | 'system' | 'messages' | 'reasoning'>): SentConversation
  /**
   * Whether the model continues the assistant's last message exactly where that message ends. Without this method, the model never does.
   * Callers don't prefill a request with `reasoning`.
   */
  prefills?(model: string): boolean
  /**
   * Returns how many pictures a request may have, by the limits of the upstream. Whether a model sees them is the operator's to say. A
   * provider without this method leaves pictures out.
   */
  picturesMax?(model: string): number
  /** How the provider deviates from its configuration, for logs and for the doctor command. */
  readonly adaptations?: AdaptationSource
  /** A chain of models calls `onModel` with the model that writes, before the first text. */
  streamReply(
    request: ModelRequest,
    signal: AbortSignal,
    onModel?: (writer: ModelWriter) => void
  ): AsyncIterable<ReplyPart>
}

/** The model of a chain that writes a reply. */
export interface ModelWriter {
  model: string
  provider: ModelProvider
  /** The name of the provider. */
  name: string
  /** The first model of the chain has failed. */
  isFallback: boolean
}

/** Returns the upstream's limit for a reply, where it has one limit for both reasoning and answer. */
export const outputLimitOf = ({
  outputTokensMax,
  reasoning,
  thinkingRoom = 0,
}: Pick<ModelRequest, 'outputTokensMax' | 'reasoning' | 'thinkingRoom'>): number =>
  outputTokensMax + Math.max(reasoning?.tokensMax ?? 0, thinkingRoom)
