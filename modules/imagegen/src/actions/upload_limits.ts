import { RateLimit, type Limiters } from '#modules/kernel/rate_limit'

/** Limits uploads per user. Refused uploads count, too. */
export class UploadLimits extends RateLimit {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'upload:user', requests: 60, duration: '1 hour', enabled })
  }
}
