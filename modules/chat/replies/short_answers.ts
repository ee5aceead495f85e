import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { fail, ok, type Result } from '#modules/kernel/result'
import { storable, trimmed } from '#modules/kernel/text'
import type { ModelPicture } from '#plugins/contract/model'
import { Timers } from '#plugins/contract/timers'
import { picturesMaxOf } from '../prompts/index.ts'
import { Allowance, AllowanceSpent, type FreeCall } from './allowance.ts'
import { SummarySettings, type SummaryModel } from './memory/write_summary.ts'

export interface Question {
  userId: string
  system: string
  content: string
  pictures?: readonly ModelPicture[]
  /** In code points. A longer answer is cut. */
  lengthMax: number
  outputTokensMax?: number
  temperature?: number
  /** Ends the call before its usual minute. */
  signal?: AbortSignal
}

const usualTokens = 300
const usualTemperature = 0.3
const requestMs = 60_000

/** Asks the model of the summaries for a short text, within the allowance. */
@inject()
export class ShortAnswers {
  readonly #model: SummaryModel | null

  constructor(
    private readonly allowance: Allowance,
    private readonly timers: Timers,
    private readonly logger: Logger,
    { summary }: SummarySettings
  ) {
    // The built-in writer can't answer questions.
    this.#model = summary?.isDemo ? null : summary
  }

  get isAvailable(): boolean {
    return this.#model !== null
  }

  /** Whether the model sees pictures. */
  get sees(): boolean {
    return this.#model !== null && picturesMaxOf(this.#model) > 0
  }

  async ask(
    kind: Exclude<FreeCall, 'summary'>,
    {
      userId,
      system,
      content,
      pictures,
      lengthMax,
      outputTokensMax = usualTokens,
      temperature = usualTemperature,
      signal: ending,
    }: Question
  ): Promise<Result<string, 'is_spent' | 'failed'>> {
    const model = this.#model
    if (!model) return fail('failed')
    const nameless = { name: '', description: '', personality: '' }
    const request = {
      model: model.model,
      system,
      messages: [{ role: 'user' as const, content, ...(pictures && { pictures }) }],
      cast: { character: nameless, user: { name: '', persona: '' } },
      contextTokens: model.contextTokens,
      outputTokensMax: Math.min(model.outputTokensMax, outputTokensMax),
      sampling: { temperature },
      stop: [],
      variant: 0,
    }
    const timeout = this.timers.timeout(requestMs)
    const signal = ending ? AbortSignal.any([ending, timeout]) : timeout
    let answer = ''
    try {
      for await (const part of this.allowance.stream(kind, { userId, provider: model.provider, request, signal })) {
        if (part.type === 'text') answer += part.text
        else if (part.type === 'retract') answer = ''
        else if (part.type === 'finish' && part.reason !== 'stop' && part.reason !== 'length') return fail('failed')
        if (answer.length > lengthMax * 2) break
      }
    } catch (error) {
      if (error instanceof AllowanceSpent) return fail('is_spent')
      if (!ending?.aborted) this.logger.warn({ err: error, kind }, 'a model wrote no short text')
      return fail('failed')
    }
    const text = trimmed([...storable(answer)].slice(0, lengthMax).join(''))
    return text === '' || signal.aborted ? fail('failed') : ok(text)
  }
}
