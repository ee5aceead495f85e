import type { EncryptionService } from '@adonisjs/core/types'

const purpose = 'discord guild token'

export const encryptToken = (encryption: EncryptionService, token: string): string =>
  encryption.encrypt(token, undefined, purpose)

/** Returns null when the token was encrypted with an unknown key. */
export const decryptToken = (encryption: EncryptionService, sealed: string): string | null =>
  encryption.decrypt<string>(sealed, purpose)
