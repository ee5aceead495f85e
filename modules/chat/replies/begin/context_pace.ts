import { RateLimit, type Limiters } from '#modules/kernel/rate_limit'
import { limits } from '../../limits.ts'

/** Limits the views of next prompts, which are free but planned like real ones. */
export class ContextPace extends RateLimit {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'context:user', requests: limits.contextViewsPerMinute, duration: '1 minute', enabled })
  }
}
