import { RateLimit, type Limiters } from '#modules/kernel/rate_limit'
import { imageLimits } from '../../api.ts'

/** Limits drawn pictures per user. */
export class PictureLimits extends RateLimit {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'draw:user', requests: imageLimits.picturesPerHour, duration: '1 hour', enabled })
  }
}
