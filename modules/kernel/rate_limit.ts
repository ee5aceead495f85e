import { inject } from '@adonisjs/core'
import { errors, type Limiter } from '@adonisjs/limiter'
import type { LimiterConsumptionOptions } from '@adonisjs/limiter/types'

type Duration = LimiterConsumptionOptions['duration']

/** The store of the counters of rate limits: the database, shared by all processes. */
export abstract class Limiters {
  /** False turns all rate limits off, for benchmarks. */
  abstract readonly enabled: boolean
  abstract readonly use: (options: LimiterConsumptionOptions) => Limiter
}

export class RateLimit {
  readonly #name: string
  readonly #limiter: Limiter | null

  /** `name` is the prefix of the keys, unique in the product. */
  constructor(limiters: Limiters, name: string, requests: number, duration: Duration) {
    this.#name = name
    this.#limiter = limiters.enabled ? limiters.use({ requests, duration }) : null
  }

  /** Counts one attempt. Returns null, or the seconds to wait when the limit is exceeded. */
  async count(key: string): Promise<number | null> {
    try {
      await this.#limiter?.consume(`${this.#name}:${key}`)
      return null
    } catch (error) {
      if (error instanceof errors.ThrottleException) return Math.max(1, error.response.availableIn)
      throw error
    }
  }

  /** Counts one attempt, without a limit. Returns the attempts so far; 0 while rate limits are off. */
  async tally(key: string): Promise<number> {
    return (await this.#limiter?.increment(`${this.#name}:${key}`))?.consumed ?? 0
  }

  /** Returns the attempts so far. */
  async attemptsOf(key: string): Promise<number> {
    return (await this.#limiter?.get(`${this.#name}:${key}`))?.consumed ?? 0
  }

  /** Gives one counted attempt back. */
  async uncount(key: string) {
    await this.#limiter?.decrement(`${this.#name}:${key}`)
  }

  async forget(key: string) {
    await this.#limiter?.delete(`${this.#name}:${key}`)
  }
}

/** Returns the base class of a rate limit that services inject. */
export const rateLimit = (name: string, requests: number, duration: Duration) => {
  @inject()
  class InjectableRateLimit extends RateLimit {
    constructor(limiters: Limiters) {
      super(limiters, name, requests, duration)
    }
  }
  return InjectableRateLimit
}
