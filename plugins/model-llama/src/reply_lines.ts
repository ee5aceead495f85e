import { ProviderError, type ProviderErrorCode } from '../../contract/errors.ts'
import { ReplyReader } from '../../contract/reply_reader.ts'
import type { RunnerLine } from './runner_line.ts'

type Failure = Extract<RunnerLine, { error: string }>

/** Reads one reply from the runner. */
export class ReplyLines extends ReplyReader {
  readonly #model: string

  constructor(model: string) {
    super()
    this.#model = model
  }

  readEvent(event: object): string {
    const line = event as RunnerLine
    if ('text' in line) return line.text
    if ('working' in line) {
      if (line.isThinking) this.think()
    } else if ('end' in line) {
      this.finish(line.end)
      this.usage = line.usage
      this.terminated = true
    } else this.fail(failureOf(this.#model, line))
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
