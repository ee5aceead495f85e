import { RateLimit, type Limiters } from '#modules/kernel/rate_limit'
import { limits } from '../limits.ts'

/** Limits the chats and groups that a user opens without a message, which no price limits. */
export class OpeningPace extends RateLimit {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'chat:open', requests: limits.chatsPerHour, duration: '1 hour', enabled })
  }
}
