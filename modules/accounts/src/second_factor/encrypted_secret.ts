import type { Encryption } from '@adonisjs/core/encryption'

/** Binds the ciphertext to the user, so that it can't be decrypted in another row. */
const purpose = (userId: string) => `second factor of ${userId}`

export const encryptSecret = (encryption: Encryption, userId: string, secret: string): string =>
  encryption.encrypt(secret, undefined, purpose(userId))

/** Returns null when the secret was encrypted with an unknown key or for another user. */
export const decryptSecret = (encryption: Encryption, userId: string, sealed: string): string | null =>
  encryption.decrypt<string>(sealed, purpose(userId))
