import { rateLimit } from '#modules/kernel/rate_limit'

/** Limits uploads per user. Refused uploads count, too. A character may get 64 expressions at once. */
export class UploadLimits extends rateLimit('upload:user', 120, '1 hour') {}
