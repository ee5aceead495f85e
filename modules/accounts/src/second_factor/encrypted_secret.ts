import type { EncryptionService } from '@adonisjs/core/types'

/** Bound to the user, so it can't be decrypted in another row. */
const purpose = (userId: string) => `second factor of ${userId}`

export const encryptSecret = (encryption: EncryptionService, userId: string, secret: string): string =>
  encryption.encrypt(secret, undefined, purpose(userId))

/** Null when it was encrypted with an unknown key or for another user. */
export const decryptSecret = (encryption: EncryptionService, userId: string, sealed: string): string | null =>
  encryption.decrypt<string>(sealed, purpose(userId))
