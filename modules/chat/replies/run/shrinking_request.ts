import { ProviderError } from '#plugins/contract/errors'
import type { ModelProvider, ModelRequest, ModelUsage, ModelWriter, ReplyPart, Sampling } from '#plugins/contract/model'
import { sentConversation } from '#plugins/contract/sent_conversation'
import { sentSampling } from '#plugins/contract/sent_sampling'
import { leftOutBefore } from '../memory/left_out.ts'
import {
  type AnswerNames,
  historyCharactersOf,
  planReply,
  type PromptInput,
  promptOf,
  type PromptPlan,
  type PromptTexts,
  suggestionCount,
  type Tier,
  type TokenRatios,
} from '../../prompts/index.ts'
import { stopsOf } from './answer_filter.ts'
import type { SentPrompt } from '../kept/keep_prompts.ts'

/** The size of the next prompt as a share of the refused one, after the first and after the second refusal. */
const retryShares = [0.6, 0.5] as const

/**
 * From this size on, in tokens, a prompt that is refused for an unknown reason is tried once with a shorter prompt, unless the model has
 * accepted one as long.
 */
const largePromptMin = 1_000

/** The largest share for a retry. A prompt that is hardly shorter would be refused again. */
const retryShareMax = 0.95

export interface ShrinkingRequestOptions {
  tier: Pick<Tier, 'provider' | 'model' | 'contextTokens' | 'outputTokensMax' | 'reasoning' | 'stop'>
  sampling: Sampling
  texts: PromptTexts
  /** A limit of the reply that is lower than the tier's. The prompt still leaves room for the tier's limit. */
  outputTokensMax?: number
  variant: number
  ratios: TokenRatios
  onShortened?: (tokens: { tokens: number; refusedTokens: number }) => void
  /** Calls the model. By default the hold of the reply pays for it. */
  stream?: StreamModel
  /** Called with the request of the reply that begins. */
  onBegun?: (prompt: Omit<SentPrompt, 'lore' | 'failedScripts'>) => void
}

export type StreamModel = (
  provider: ModelProvider,
  ...call: Parameters<ModelProvider['streamReply']>
) => AsyncIterable<ReplyPart>

const held: StreamModel = (provider, ...call) => provider.streamReply(...call)

/**
 * The request of one reply to the model of its tier. If the model refuses the prompt as too long, retries with a shorter one. If it refuses
 * a large prompt in unknown words, tries a shorter one once.
 */
export class ShrinkingRequest {
  readonly #options: Omit<ShrinkingRequestOptions, 'texts'>
  /** Null once the reply has begun, so that a long prompt isn't kept while the reply streams. */
  #prompt: { texts: PromptTexts; plan: PromptPlan } | null
  #estimate: Estimate
  #leftOutBefore: number | null
  #writer: RequestWriter
  /** The names of the answer's author and of the other participants. */
  readonly names: AnswerNames

  constructor({ texts, ...options }: ShrinkingRequestOptions) {
    this.#options = options
    const { ratios, tier } = options
    this.#writer = tier
    const plan = this.#plan(texts, { ratioOf: (script) => ratios.of(tier.model, script) })
    this.#prompt = { texts, plan }
    this.#estimate = estimateOf(plan)
    this.#leftOutBefore = this.#findLeftOut(plan, texts)
    this.names = plan.names
  }

  /** Returns the position before which messages are left out. Null if none are. */
  get leftOutBefore(): number | null {
    return this.#leftOutBefore
  }

  /** The model that wrote the reply, which may be a fallback of the tier. Until a model writes, the tier's own. */
  get writer(): Readonly<RequestWriter> {
    return this.#writer
  }

  /** Returns the size of the prompt for its user: the provider's count, unless it would tell the length of texts that the user may not read. */
  inputTokensOf({ inputTokens }: ModelUsage): number {
    const { hasHidden, tokens } = this.#estimate
    return hasHidden ? tokens : inputTokens
  }

  /** Whether the model gets pictures. */
  get hasPictures(): boolean {
    return this.#estimate.hasPictures
  }

  /** Streams the reply, once. */
  stream(signal: AbortSignal): AsyncIterable<ReplyPart> {
    const requestFor = (attempt: number, refusal?: ProviderError) => this.#requestFor(attempt, refusal)
    const release = () => {
      this.#options.ratios.accept(this.#options.tier.model, this.#estimate.tokens)
      this.#reportBegun()
      this.#prompt = null
    }
    const onModel = (writer: ModelWriter) => (this.#writer = writer)
    const { stream = held } = this.#options
    return { [Symbol.asyncIterator]: () => new ShrinkingReply(requestFor, release, onModel, signal, stream) }
  }

  /**
   * Corrects later estimates for this model and script by the provider's count. After prompts with hidden texts, only roughly, because users
   * could compute their length from the estimates of other texts.
   */
  learn({ inputTokens }: ModelUsage) {
    const { ratios, tier } = this.#options
    const { script, tokens, ratio, hasHidden, hasPictures } = this.#estimate
    // Vendors count pictures in many ways, which say nothing about texts.
    if (hasPictures) return
    if (hasHidden) ratios.learnFromHidden(tier.model, script, tokens / ratio, inputTokens)
    else ratios.learn(tier.model, script, tokens / ratio, inputTokens)
  }

  /** Returns the request for an attempt, counted from 0. Null if the prompt can't be made shorter. */
  #requestFor(attempt: number, refusal?: ProviderError): ProviderRequest | null {
    const { tier, sampling, variant, outputTokensMax = tier.outputTokensMax } = this.#options
    if (refusal && !(this.#mayBeTooLong(attempt, refusal) && this.#shorten(attempt, refusal))) return null
    const { provider, model, contextTokens, reasoning } = tier
    const stop = [...tier.stop, ...stopsOf(this.names)]
    const { plan, texts } = this.#prompt!
    const limits = { contextTokens, outputTokensMax, ...(reasoning && { reasoning }) }
    return {
      provider,
      request: {
        model,
        ...promptOf(plan),
        ...limits,
        sampling,
        stop,
        variant,
        ...(texts.suggests && { lines: suggestionCount }),
      },
    }
  }

  #reportBegun() {
    const { tier, sampling, outputTokensMax: outputTokens = tier.outputTokensMax, onBegun } = this.#options
    const { provider, model } = this.#writer
    const request = { model, sampling, ...(tier.reasoning && { reasoning: tier.reasoning }) }
    onBegun?.({
      plan: this.#prompt!.plan,
      write: (prompt) => sentConversation(provider, { ...request, ...prompt }),
      outputTokens,
      sampling: sentSampling(provider, request),
    })
  }

  #mayBeTooLong(attempt: number, { code }: ProviderError): boolean {
    if (code === 'context_too_long') return true
    const { tier, ratios } = this.#options
    const { tokens } = this.#estimate
    return (
      code === 'bad_request' &&
      !this.hasPictures &&
      attempt === 1 &&
      tokens >= Math.max(largePromptMin, ratios.acceptedBy(tier.model) + 1)
    )
  }

  #shorten(attempt: number, { code }: ProviderError): boolean {
    const { tier, ratios, onShortened } = this.#options
    const { texts } = this.#prompt!
    const refused = this.#estimate
    // An unknown refusal says nothing about the estimate.
    if (code === 'context_too_long') ratios.raise(tier.model, refused.script)
    const share = retryShares[attempt - 1]
    if (share === undefined) return false
    const plan = this.#plan(texts, { ratioOf: () => refused.ratio, tokensMax: Math.floor(refused.tokens * share) })
    if (plan.tokens > refused.tokens * retryShareMax) return false
    this.#prompt = { texts, plan }
    this.#estimate = estimateOf(plan)
    this.#leftOutBefore = this.#findLeftOut(plan, texts)
    onShortened?.({ tokens: plan.tokens, refusedTokens: refused.tokens })
    return true
  }

  #findLeftOut(plan: PromptPlan, { history }: PromptTexts) {
    return leftOutBefore(plan, history, historyCharactersOf(this.#options.tier))
  }

  #plan(texts: PromptTexts, more: Pick<PromptInput, 'ratioOf' | 'tokensMax'>): PromptPlan {
    return planReply(this.#options.tier, texts, more)
  }
}

type Estimate = Pick<PromptPlan, 'script' | 'tokens' | 'ratio'> & { hasHidden: boolean; hasPictures: boolean }

const estimateOf = ({ script, tokens, ratio, parts, kept }: PromptPlan): Estimate => ({
  script,
  tokens,
  ratio,
  hasHidden: parts.some(({ isHidden }) => isHidden),
  hasPictures: kept.some(({ pictures }) => pictures),
})

interface ProviderRequest {
  provider: ModelProvider
  request: ModelRequest
}

type OnModel = (writer: ModelWriter) => void

/** A model and its provider, with the details that only a chain knows. */
type RequestWriter = Pick<ModelWriter, 'model' | 'provider'> & Partial<ModelWriter>

type RequestFor = (attempt: number, refusal?: ProviderError) => ProviderRequest | null

/** A handwritten iterator instead of a generator, so that parts after the first text pass through without another promise. */
class ShrinkingReply implements AsyncIterableIterator<ReplyPart, undefined> {
  #attempt = 0
  #reply: AsyncIterator<ReplyPart> | null = null
  /** Whether the first text or the end has arrived. After that, the request isn't retried. */
  #hasBegun = false

  /** `release` is called when the reply begins, so that the request will not be retried. */
  constructor(
    private readonly requestFor: RequestFor,
    private readonly release: () => void,
    private readonly onModel: OnModel,
    private readonly signal: AbortSignal,
    private readonly stream: StreamModel
  ) {}

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<ReplyPart, undefined>> {
    return this.#hasBegun ? this.#reply!.next() : this.#begin()
  }

  async return(): Promise<IteratorResult<ReplyPart, undefined>> {
    await this.#reply?.return?.()
    return { done: true, value: undefined }
  }

  async #begin(): Promise<IteratorResult<ReplyPart, undefined>> {
    this.#reply ??= this.#open(this.requestFor(0)!)
    for (;;)
      try {
        const next = await this.#reply.next()
        // A retry is still possible after other parts, such as reasoning.
        this.#hasBegun = Boolean(next.done) || next.value.type === 'text' || next.value.type === 'finish'
        if (this.#hasBegun) this.release()
        return next
      } catch (error) {
        const isRetried = error instanceof ProviderError && !this.signal.aborted
        const shorter = isRetried ? this.requestFor(++this.#attempt, error) : null
        if (!shorter) throw error
        this.#reply = this.#open(shorter)
      }
  }

  #open({ provider, request }: ProviderRequest): AsyncIterator<ReplyPart> {
    return this.stream(provider, request, this.signal, this.onModel)[Symbol.asyncIterator]()
  }
}
