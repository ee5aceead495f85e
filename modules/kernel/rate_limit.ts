import { errors, type Limiter } from '@adonisjs/limiter'
import type { LimiterConsumptionOptions } from '@adonisjs/limiter/types'

/** The type of `limiter.manager` in the container. */
export interface Limiters {
  use(options: LimiterConsumptionOptions): Limiter
}

export interface RateLimitSettings extends Pick<LimiterConsumptionOptions, 'requests' | 'duration'> {
  /** Prefix of the keys, unique in the product. */
  name: string
  /** False turns the limit off, for benchmarks. */
  enabled: boolean
}

/** A rate limit whose counters are in the database, shared by all processes. */
export class RateLimit {
  readonly #name: string
  readonly #limiter: Limiter | null

  constructor(limiters: Limiters, { name, enabled, requests, duration }: RateLimitSettings) {
    this.#name = name
    this.#limiter = enabled ? limiters.use({ requests, duration }) : null
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

  /** Gives one counted attempt back. */
  async uncount(key: string) {
    await this.#limiter?.decrement(`${this.#name}:${key}`)
  }

  async forget(key: string) {
    await this.#limiter?.delete(`${this.#name}:${key}`)
  }
}
