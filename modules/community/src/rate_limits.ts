import { rateLimit } from '#modules/kernel/rate_limit'
import { limits } from '../api.ts'

/* Rate limits per user. */

export class FollowLimit extends rateLimit('follow', limits.followChangesPerHour, '1 hour') {}

export class ProfileLimit extends rateLimit('public_profile', limits.profileChangesPerHour, '1 hour') {}

export class PeopleSearchLimit extends rateLimit('people_search', limits.searchesPerMinute, '1 minute') {}

export class CollectionLimit extends rateLimit('collections', limits.collectionChangesPerHour, '1 hour') {}
