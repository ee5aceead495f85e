import { rateLimit } from '#modules/kernel/rate_limit'
import { limits } from './domain/limits.ts'

/** Each of them is per user. */
export class LorebookLimit extends rateLimit('lorebooks', limits.booksPerHour, '1 hour') {}
export class EntryLimit extends rateLimit('lorebook_entries', limits.entriesPerTenMinutes, '10 minutes') {}
export class LoreTestLimit extends rateLimit('lorebook_tests', limits.testsPerMinute, '1 minute') {}
