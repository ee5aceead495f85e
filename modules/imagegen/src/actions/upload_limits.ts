import { rateLimit } from '#modules/kernel/rate_limit'

/** Limits uploads per user. Refused uploads count, too. */
export class UploadLimits extends rateLimit('upload:user', 60, '1 hour') {}
