import { rateLimit } from '#modules/kernel/rate_limit'
import { limits } from './domain/limits.ts'

/* Rate limits per user. */

/** Counts forks, too. */
export class CharacterLimit extends rateLimit('create_character', limits.charactersPerHour, '1 hour') {}

/** Counts saves that create a version. */
export class VersionLimit extends rateLimit('edit_character', limits.versionsPerHour, '1 hour') {}

export class CommentEditLimit extends rateLimit('edit_comment', limits.commentEditsPerHour, '1 hour') {}

export class SuggestionLimit extends rateLimit('suggestions', limits.suggestionsPerMinute, '1 minute') {}
