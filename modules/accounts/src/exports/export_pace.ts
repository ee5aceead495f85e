import { rateLimit } from '#modules/kernel/rate_limit'
import { limits } from '../domain/limits.ts'

export class ExportPace extends rateLimit('export:user', limits.exportsPerHour, '1 hour') {}
