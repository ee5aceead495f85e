import { Pace, type Limiters } from '#modules/kernel/pace'

/** How many pictures one may send. Every try counts, since a refused one is work too. */
export class UploadLimits extends Pace {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'upload:user', requests: 60, duration: '1 hour', enabled })
  }
}
