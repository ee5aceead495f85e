import { Pace, type Limiters } from '#modules/kernel/pace'
import { limits } from '../domain/limits.ts'

export class ExportPace extends Pace {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'export:user', requests: limits.exportsPerHour, duration: '1 hour', enabled })
  }
}
