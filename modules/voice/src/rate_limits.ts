import { inject } from '@adonisjs/core'
import { Limiters, RateLimit, rateLimit } from '#modules/kernel/rate_limit'
import { voiceLimits } from '../api.ts'

export class VoiceChangeLimit extends rateLimit('voice:user', voiceLimits.changesPerMinute, '1 minute') {}

const all = 'all'

interface Limit {
  limit: RateLimit
  isShared: boolean
}

/** Counts work for a user, and for all users together. */
class Allowance {
  constructor(private readonly limits: readonly Limit[]) {}

  /** Counts one piece of work and returns null. At a limit, counts nothing and returns the seconds until the next one. */
  async count(userId: string): Promise<number | null> {
    for (const [index, { limit, isShared }] of this.limits.entries()) {
      const wait = await limit.count(isShared ? all : userId)
      if (wait === null) continue
      // The limiter counts refused attempts, too.
      await this.#uncount(userId, index + 1)
      return wait
    }
    return null
  }

  /** Undoes the count. */
  uncount(userId: string): Promise<void> {
    return this.#uncount(userId, this.limits.length)
  }

  async #uncount(userId: string, length: number): Promise<void> {
    for (const { limit, isShared } of this.limits.slice(0, length)) await limit.uncount(isShared ? all : userId)
  }
}

/** Limits the texts that the provider speaks. Kept audio doesn't count. */
@inject()
export class SpeechAllowance extends Allowance {
  constructor(limiters: Limiters) {
    const { textsPerHour, textsPerDay, textsOfAllPerDay } = voiceLimits
    super([
      { limit: new RateLimit(limiters, 'speech:user', textsPerHour, '1 hour'), isShared: false },
      { limit: new RateLimit(limiters, 'speech:user:day', textsPerDay, '1 day'), isShared: false },
      { limit: new RateLimit(limiters, 'speech:day', textsOfAllPerDay, '1 day'), isShared: true },
    ])
  }
}

/** Limits the recordings that the provider writes down. */
@inject()
export class RecordingAllowance extends Allowance {
  constructor(limiters: Limiters) {
    const { recordingsPerHour, recordingsOfAllPerDay } = voiceLimits
    super([
      { limit: new RateLimit(limiters, 'recording:user', recordingsPerHour, '1 hour'), isShared: false },
      { limit: new RateLimit(limiters, 'recording:day', recordingsOfAllPerDay, '1 day'), isShared: true },
    ])
  }
}
