import type { OpenedHour } from '#modules/accounts/index'
import type { ReplyHour } from '#modules/chat/index'
import type { RubyHour } from '#modules/economy/index'
import type { Figures } from '../../api.ts'

/** One module's figures of one hour. */
export type Hour = Partial<OpenedHour & ReplyHour & RubyHour> & { startsAt: Date }

const sums = ['users', 'replies', 'rubiesIn', 'rubiesOut', 'providerErrors'] as const

/** Sums the figures of a period. */
export class Tally {
  readonly #sums = { users: 0, replies: 0, rubiesIn: 0, rubiesOut: 0, providerErrors: 0 }
  readonly #firstTexts = new Map<number, number>()

  add(hour: Hour) {
    for (const name of sums) this.#sums[name] += hour[name] ?? 0
    for (const { ms, count } of hour.firstTexts ?? []) this.#firstTexts.set(ms, (this.#firstTexts.get(ms) ?? 0) + count)
  }

  get figures(): Figures {
    const firstTexts = [...this.#firstTexts].sort(([a], [b]) => a - b)
    const firstTextMs = firstTexts.length
      ? { p50: percentile(firstTexts, 0.5), p95: percentile(firstTexts, 0.95) }
      : null
    return { ...this.#sums, firstTextMs }
  }
}

/** Nearest-rank percentile. Expects sorted values, at least one. */
const percentile = (values: readonly (readonly [value: number, count: number])[], share: number): number => {
  const all = values.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [value, count] of values) {
    seen += count
    if (seen >= all * share) return value
  }
  throw new RangeError('A percentile of nothing.')
}
