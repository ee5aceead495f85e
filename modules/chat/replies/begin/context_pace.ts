import { rateLimit } from '#modules/kernel/rate_limit'
import { limits } from '../../limits.ts'

/** Limits the views of next prompts, which are free but planned like real ones. */
export class ContextPace extends rateLimit('context:user', limits.contextViewsPerMinute, '1 minute') {}
