import { rateLimit } from '#modules/kernel/rate_limit'
import { cardExportLimits, cardImportLimits, chatImportLimits, lorebookFileLimits } from '../../api.ts'

/* Rate limits per user. */

/** Counts previews and refused imports, too. */
export class CardImportLimit extends rateLimit('card-import:user', cardImportLimits.perHour, '1 hour') {}

/** Counts refused imports, too. */
export class ChatImportLimit extends rateLimit('chat-import:user', chatImportLimits.perHour, '1 hour') {}

/** Counts refused exports, too. */
export class CardExportLimit extends rateLimit('card-export:user', cardExportLimits.perHour, '1 hour') {}

/** Limits archives of all cards. */
export class ArchiveExportLimit extends rateLimit('cards-export:user', cardExportLimits.archivesPerHour, '1 hour') {}

/** Counts refused imports, too. */
export class LorebookImportLimit extends rateLimit('lorebook-import:user', lorebookFileLimits.perHour, '1 hour') {}

export class LorebookExportLimit extends rateLimit('lorebook-export:user', lorebookFileLimits.perHour, '1 hour') {}
