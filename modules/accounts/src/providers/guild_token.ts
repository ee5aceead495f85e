import type { EncryptionService } from '@adonisjs/core/types'

const purpose = 'discord guild token'

/** A token of Discord's as it may be kept in a table. */
export const encryptToken = (encryption: EncryptionService, token: string): string =>
  encryption.encrypt(token, undefined, purpose)

/** Null when it was sealed with another key. */
export const decryptToken = (encryption: EncryptionService, sealed: string): string | null =>
  encryption.decrypt<string>(sealed, purpose)
