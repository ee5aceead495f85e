import { rateLimit } from '#modules/kernel/rate_limit'
import { limits } from '../limits.ts'

/** Limits the chats and groups that a user opens without a message, which no price limits. */
export class OpeningPace extends rateLimit('chat:open', limits.chatsPerHour, '1 hour') {}
