import { ProviderError } from '#plugins/contract/errors'
import type { ModelProvider, ModelRequest, ModelUsage, ReplyPart } from '#plugins/contract/model'
import { planPrompt, promptOf, type PromptInput, type PromptPlan } from '../prompt/build_prompt.ts'
import type { TokenRatios } from '../prompt/token_ratios.ts'
import type { Tier } from './tier.ts'

/** What a refused prompt is cut to, of its own tokens, at the first and at the second refusal. */
const retryShares = [0.6, 0.5] as const

/** A prompt that is hardly shorter would be refused again. */
const worthAsking = 0.95

export type PromptTexts = Pick<PromptInput, 'sheet' | 'persona' | 'pins' | 'history' | 'isContinued'>

export interface ModelRequestOptions {
  tier: Pick<Tier, 'provider' | 'model' | 'contextTokens' | 'outputTokensMax' | 'temperature' | 'stop'>
  texts: PromptTexts
  ratios: TokenRatios
  onShortened?: (asked: { tokens: number; refusedTokens: number }) => void
}

/** One reply's request to its tier's model. Shortens the prompt and asks again while the model finds it too long before any text. */
export class FittingRequest {
  readonly #options: ModelRequestOptions
  #plan: PromptPlan

  constructor(options: ModelRequestOptions) {
    this.#options = options
    const { ratios, tier } = options
    this.#plan = this.#planned({ ratioOf: (script) => ratios.of(tier.model, script) })
  }

  stream(signal: AbortSignal): AsyncIterable<ReplyPart> {
    return { [Symbol.asyncIterator]: () => new FittingReply((attempt) => this.#ask(attempt), signal) }
  }

  /** The next estimates for this model and script come closer to what the provider counted. */
  learn({ inputTokens }: ModelUsage) {
    const { ratios, tier } = this.#options
    const { script, tokens, ratio } = this.#plan
    ratios.learn(tier.model, script, tokens / ratio, inputTokens)
  }

  /** The request for this attempt, from 0. Null when the prompt can't be made shorter. */
  #ask(attempt: number): Asked | null {
    const { tier, texts } = this.#options
    if (attempt > 0 && !this.#shorten(attempt)) return null
    const { provider, model, contextTokens, outputTokensMax, temperature, stop } = tier
    const prompt = promptOf(this.#plan, texts.isContinued)
    return { provider, request: { model, ...prompt, contextTokens, outputTokensMax, temperature, stop } }
  }

  #shorten(attempt: number): boolean {
    const { tier, ratios, onShortened } = this.#options
    const refused = this.#plan
    ratios.raise(tier.model, refused.script)
    const share = retryShares[attempt - 1]
    if (share === undefined) return false
    const shorter = this.#planned({ ratioOf: () => refused.ratio, tokensMax: Math.floor(refused.tokens * share) })
    if (shorter.tokens > refused.tokens * worthAsking) return false
    this.#plan = shorter
    onShortened?.({ tokens: shorter.tokens, refusedTokens: refused.tokens })
    return true
  }

  #planned(more: Pick<PromptInput, 'ratioOf' | 'tokensMax'>): PromptPlan {
    const { contextTokens, outputTokensMax } = this.#options.tier
    return planPrompt({ ...this.#options.texts, contextTokens, outputTokensMax, ...more })
  }
}

interface Asked {
  provider: ModelProvider
  request: ModelRequest
}

type Ask = (attempt: number) => Asked | null

/** By hand rather than as a generator: once the model has begun, its parts pass through without a promise of ours. */
class FittingReply implements AsyncIterableIterator<ReplyPart, undefined> {
  readonly #ask: Ask
  readonly #signal: AbortSignal
  #attempt = 0
  #reply: AsyncIterator<ReplyPart> | null = null
  /** Text was shown, or the reply is finished: nothing is asked again. */
  #hasBegun = false

  constructor(ask: Ask, signal: AbortSignal) {
    this.#ask = ask
    this.#signal = signal
  }

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
    this.#reply ??= this.#opened(this.#ask(0)!)
    for (;;)
      try {
        const next = await this.#reply.next()
        // Other parts, such as signs of life, commit to nothing.
        this.#hasBegun = Boolean(next.done) || next.value.type === 'text' || next.value.type === 'finish'
        return next
      } catch (error) {
        const isTooLong = error instanceof ProviderError && error.code === 'context_too_long'
        const shorter = isTooLong && !this.#signal.aborted ? this.#ask(++this.#attempt) : null
        if (!shorter) throw error
        this.#reply = this.#opened(shorter)
      }
  }

  #opened({ provider, request }: Asked): AsyncIterator<ReplyPart> {
    return provider.streamReply(request, this.#signal)[Symbol.asyncIterator]()
  }
}
