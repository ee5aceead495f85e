import { RateLimit, type Limiters } from '#modules/kernel/rate_limit'
import { cardImportLimits } from '../../api.ts'

/** Limits imports of cards per user. Previews and refused ones count, too. */
export class CardImportLimit extends RateLimit {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'card-import:user', requests: cardImportLimits.perHour, duration: '1 hour', enabled })
  }
}
