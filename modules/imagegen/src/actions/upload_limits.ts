import { Pace, type Limiters } from '#modules/kernel/pace'

/** Limits uploads per user. Refused uploads count, too. */
export class UploadLimits extends Pace {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'upload:user', requests: 60, duration: '1 hour', enabled })
  }
}
