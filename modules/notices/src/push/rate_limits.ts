import { rateLimit } from '#modules/kernel/rate_limit'
import { pushLimits } from '../../api.ts'

/* Per user. */
export class PushAllowance extends rateLimit('push:user', pushLimits.pushesPerHour, '1 hour') {}
export class PushChangeLimit extends rateLimit('push:changes', pushLimits.changesPerMinute, '1 minute') {}
