import { RateLimit, type Limiters } from '#modules/kernel/rate_limit'
import { limits } from '../../limits.ts'

export class BookPace extends RateLimit {
  constructor(limiters: Limiters, { enabled }: { enabled: boolean }) {
    super(limiters, { name: 'book:user', requests: limits.booksPerHour, duration: '1 hour', enabled })
  }
}
