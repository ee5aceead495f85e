import type { Encryption } from '@adonisjs/core/encryption'

const purpose = 'discord guild token'

export const encryptToken = (encryption: Encryption, token: string): string =>
  encryption.encrypt(token, undefined, purpose)

/** Returns null when the token was encrypted with an unknown key. */
export const decryptToken = (encryption: Encryption, sealed: string): string | null =>
  encryption.decrypt<string>(sealed, purpose)
