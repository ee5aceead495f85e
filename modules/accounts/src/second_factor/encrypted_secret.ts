import type { EncryptionService } from '@adonisjs/core/types'

/** In another user's row it can't be opened. */
const purpose = (userId: string) => `second factor of ${userId}`

/** A secret as it may be kept in a table. */
export const encryptSecret = (encryption: EncryptionService, userId: string, secret: string): string =>
  encryption.encrypt(secret, undefined, purpose(userId))

/** Null when it was sealed with another key, or for somebody else. */
export const decryptSecret = (encryption: EncryptionService, userId: string, sealed: string): string | null =>
  encryption.decrypt<string>(sealed, purpose(userId))
