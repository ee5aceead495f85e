import { errors, type Limiter } from '@adonisjs/limiter'
import type { LimiterConsumptionOptions } from '@adonisjs/limiter/types'

/** What the container has as `limiter.manager`. */
export interface Limiters {
  use(options: LimiterConsumptionOptions): Limiter
}

export interface PaceSettings extends Pick<LimiterConsumptionOptions, 'requests' | 'duration'> {
  /** The beginning of its keys, unique in the product. */
  name: string
  /** False counts nothing: for benchmarks. */
  enabled: boolean
}

/** How often someone may do something. Counted in the database, for all processes together. */
export class Pace {
  readonly #name: string
  readonly #limiter: Limiter | null

  constructor(limiters: Limiters, { name, enabled, requests, duration }: PaceSettings) {
    this.#name = name
    this.#limiter = enabled ? limiters.use({ requests, duration }) : null
  }

  /** Counts once more. The seconds to wait when that is too often, else null. */
  async count(who: string): Promise<number | null> {
    try {
      await this.#limiter?.consume(`${this.#name}:${who}`)
      return null
    } catch (error) {
      if (error instanceof errors.ThrottleException) return Math.max(1, error.response.availableIn)
      throw error
    }
  }

  /** The last one does not count after all. */
  async uncount(who: string) {
    await this.#limiter?.decrement(`${this.#name}:${who}`)
  }

  /** Nothing counts any longer. */
  async forget(who: string) {
    await this.#limiter?.delete(`${this.#name}:${who}`)
  }
}
