import { RateLimit, type Limiters } from '#modules/kernel/rate_limit'
import { chatImportLimits } from '../../api.ts'

/** Limits chat imports per user, including refused imports. */
export class ChatImportLimit extends RateLimit {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'chat-import:user', requests: chatImportLimits.perHour, duration: '1 hour', enabled })
  }
}
