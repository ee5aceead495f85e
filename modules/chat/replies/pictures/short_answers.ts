import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { fail, ok, type Result } from '#modules/kernel/result'
import { storable, trimmed } from '#modules/kernel/text'
import type { ModelPicture } from '#plugins/contract/model'
import { Timers } from '#plugins/contract/timers'
import { picturesMaxOf } from '../../prompts/index.ts'
import { Allowance, AllowanceSpent, type FreeCall } from '../allowance.ts'
import { SummarySettings } from '../memory/write_summary.ts'

export interface Question {
  userId: string
  system: string
  content: string
  pictures?: readonly ModelPicture[]
  /** In code points. A longer answer is cut. */
  lengthMax: number
}

const outputTokensMax = 300
const requestMs = 60_000

/** Asks the model of the summaries for a short text, within the allowance. */
@inject()
export class ShortAnswers {
  constructor(
    private readonly allowance: Allowance,
    private readonly settings: SummarySettings,
    private readonly timers: Timers,
    private readonly logger: Logger
  ) {}

  get isAvailable(): boolean {
    return this.settings.summary !== null
  }

  /** Whether the model sees pictures. */
  get sees(): boolean {
    const { summary } = this.settings
    return summary !== null && picturesMaxOf(summary) > 0
  }

  async ask(
    kind: Exclude<FreeCall, 'summary'>,
    { userId, system, content, pictures, lengthMax }: Question
  ): Promise<Result<string, 'is_spent' | 'failed'>> {
    const { summary: model } = this.settings
    if (!model) return fail('failed')
    const nameless = { name: '', description: '', personality: '' }
    const request = {
      model: model.model,
      system,
      messages: [{ role: 'user' as const, content, ...(pictures && { pictures }) }],
      cast: { character: nameless, user: { name: '', persona: '' } },
      contextTokens: model.contextTokens,
      outputTokensMax: Math.min(model.outputTokensMax, outputTokensMax),
      sampling: { temperature: 0.3 },
      stop: [],
      variant: 0,
    }
    const signal = this.timers.timeout(requestMs)
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
      this.logger.warn({ err: error, kind }, 'a model wrote no short text')
      return fail('failed')
    }
    const text = trimmed([...storable(answer)].slice(0, lengthMax).join(''))
    return text === '' || signal.aborted ? fail('failed') : ok(text)
  }
}
