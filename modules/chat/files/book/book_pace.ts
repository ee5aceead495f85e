import { rateLimit } from '#modules/kernel/rate_limit'
import { limits } from '../../limits.ts'

export class BookPace extends rateLimit('book:user', limits.booksPerHour, '1 hour') {}
