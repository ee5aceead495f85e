import { inject } from '@adonisjs/core'
import { Limiters, RateLimit } from '#modules/kernel/rate_limit'
import { imageLimits } from '../../api.ts'

const all = 'all'

/** Limits drawn pictures per user, and of all users together, because pictures cost no rubies. A day begins with the first picture. */
@inject()
export class PictureLimits {
  readonly #limits: readonly { limit: RateLimit; isShared: boolean }[]

  constructor(limiters: Limiters) {
    const { picturesPerHour, picturesPerDay, picturesOfAllPerDay } = imageLimits
    const limit = (name: string, requests: number, duration: string) =>
      new RateLimit(limiters, name, requests, duration)
    this.#limits = [
      { limit: limit('draw:user', picturesPerHour, '1 hour'), isShared: false },
      { limit: limit('draw:user:day', picturesPerDay, '1 day'), isShared: false },
      { limit: limit('draw:day', picturesOfAllPerDay, '1 day'), isShared: true },
    ]
  }

  /** Counts a picture and returns null. At a limit, counts nothing and returns the seconds until the next picture. */
  async count(userId: string): Promise<number | null> {
    for (const [index, { limit, isShared }] of this.#limits.entries()) {
      const wait = await limit.count(isShared ? all : userId)
      if (wait === null) continue
      // The limiter counts refused attempts, too.
      await this.#uncount(userId, index + 1)
      return wait
    }
    return null
  }

  /** Undoes the count of a picture. */
  uncount(userId: string): Promise<void> {
    return this.#uncount(userId, this.#limits.length)
  }

  async #uncount(userId: string, length: number): Promise<void> {
    for (const { limit, isShared } of this.#limits.slice(0, length)) await limit.uncount(isShared ? all : userId)
  }
}
