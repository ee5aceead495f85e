import { rateLimit } from '#modules/kernel/rate_limit'
import { limits } from '../api.ts'

/** Per user. */
export class ReportLimit extends rateLimit('report', limits.reportsADay, '1 day') {}

/* Notices by the public form. */
export class NoticesPerNetwork extends rateLimit('notice_network', limits.noticesAnHourAndNetwork, '1 hour') {}
export class NoticesPerAddress extends rateLimit('notice_address', limits.noticesADayAndAddress, '1 day') {}
export class NoticesInAll extends rateLimit('notices', limits.noticesADay, '1 day') {}
