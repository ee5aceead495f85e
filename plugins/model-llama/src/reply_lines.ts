import { ProviderError, type ProviderErrorCode } from '../../contract/errors.ts'
import { jsonEvent } from '../../contract/json_event.ts'
import type { ModelUsage } from '../../contract/model.ts'
import type { FinishReason, ReplyReader } from '../../contract/read_reply.ts'
import type { RunnerLine } from './runner_line.ts'

type Failure = Extract<RunnerLine, { error: string }>

/** Reads one reply from the runner. */
export class ReplyLines implements ReplyReader {
  reason: FinishReason | null = null
  usage: ModelUsage | null = null
  thoughts = 0
  terminated = false
  failure: ProviderError | null = null
  readonly #model: string

  constructor(model: string) {
    this.#model = model
  }

  read(data: string): string {
    const line = jsonEvent<RunnerLine>(data) as RunnerLine
    if ('text' in line) return line.text
    if ('working' in line) this.thoughts++
    else if ('end' in line) {
      this.reason = line.end
      this.usage = line.usage
      this.terminated = true
    } else this.failure = failureOf(this.#model, line)
    return ''
  }
}

const failureOf = (model: string, { error, neededBytes }: Failure): ProviderError => {
  const reasons: Record<Failure['error'], [ProviderErrorCode, string]> = {
    no_runtime: [
      'misconfigured',
      "llama.cpp can't be loaded. Run 'npm run cli -- get-model' again; runner.log has details.",
    ],
    no_model: ['misconfigured', `The model ${model} can't be loaded. Get it again; runner.log has details.`],
    no_memory: [
      'misconfigured',
      `The model ${model} needs about ${((neededBytes ?? 0) / 1e9).toFixed(1)} GB of free memory. Use a smaller one.`,
    ],
    context_too_long: ['context_too_long', 'The prompt does not fit the model.'],
    busy: ['rate_limited', 'Too many replies are waiting for the model.'],
    failed: ['unavailable', 'The model failed with an unexpected error; runner.log has details.'],
  }
  const [code, message] = reasons[error] ?? reasons.failed
  return new ProviderError(code, message)
}
