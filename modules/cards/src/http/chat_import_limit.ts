import { RateLimit, type Limiters } from '#modules/kernel/rate_limit'
import { chatImportLimits } from '../../api.ts'

/** Limits imports of chats per user. Refused ones count, too. */
export class ChatImportLimit extends RateLimit {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'chat-import:user', requests: chatImportLimits.perHour, duration: '1 hour', enabled })
  }
}
