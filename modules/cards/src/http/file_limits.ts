import { RateLimit, type Limiters } from '#modules/kernel/rate_limit'
import { cardExportLimits, lorebookFileLimits } from '../../api.ts'

interface Settings {
  enabled: boolean
}

/** Limits card exports per user, including refused exports. */
export class CardExportLimit extends RateLimit {
  constructor(limiters: Limiters, { enabled }: Settings) {
    super(limiters, { name: 'card-export:user', requests: cardExportLimits.perHour, duration: '1 hour', enabled })
  }
}

/** Limits archives of all cards per user. */
export class ArchiveExportLimit extends RateLimit {
  constructor(limiters: Limiters, { enabled }: Settings) {
    const { archivesPerHour: requests } = cardExportLimits
    super(limiters, { name: 'cards-export:user', requests, duration: '1 hour', enabled })
  }
}

/** Limits lorebook imports per user, including refused imports. */
export class LorebookImportLimit extends RateLimit {
  constructor(limiters: Limiters, { enabled }: Settings) {
    super(limiters, { name: 'lorebook-import:user', requests: lorebookFileLimits.perHour, duration: '1 hour', enabled })
  }
}

/** Limits lorebook exports per user. */
export class LorebookExportLimit extends RateLimit {
  constructor(limiters: Limiters, { enabled }: Settings) {
    super(limiters, { name: 'lorebook-export:user', requests: lorebookFileLimits.perHour, duration: '1 hour', enabled })
  }
}
