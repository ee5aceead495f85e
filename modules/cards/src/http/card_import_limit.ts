import { RateLimit, type Limiters } from '#modules/kernel/rate_limit'
import { cardImportLimits } from '../../api.ts'

/** Limits card imports per user, including previews and refused imports. */
export class CardImportLimit extends RateLimit {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'card-import:user', requests: cardImportLimits.perHour, duration: '1 hour', enabled })
  }
}
