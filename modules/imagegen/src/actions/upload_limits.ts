import { errors, type Limiter } from '@adonisjs/limiter'
import type { LimiterConsumptionOptions } from '@adonisjs/limiter/types'

interface Limiters {
  use(options: LimiterConsumptionOptions): Limiter
}

/** How many pictures one may send. Every try counts, since a refused one is work too. */
export class UploadLimits {
  readonly #perUser?: Limiter

  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    if (enabled) this.#perUser = limiters.use({ requests: 60, duration: '1 hour' })
  }

  /** The seconds to wait, or null when it may go on. */
  async count(userId: string): Promise<number | null> {
    try {
      await this.#perUser?.consume(`upload:user:${userId}`)
      return null
    } catch (error) {
      if (error instanceof errors.ThrottleException) return Math.max(1, error.response.availableIn)
      throw error
    }
  }
}
