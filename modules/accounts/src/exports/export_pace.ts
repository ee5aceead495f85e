import { RateLimit, type Limiters } from '#modules/kernel/rate_limit'
import { limits } from '../domain/limits.ts'

export class ExportPace extends RateLimit {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'export:user', requests: limits.exportsPerHour, duration: '1 hour', enabled })
  }
}
