import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { isId } from '#modules/kernel/ids'
import { AppSettings } from '#modules/kernel/settings'

const purpose = 'unsubscribe from digests'

/** Links that turn off the digest of one user, without signing in. They never expire, because mails are kept. */
@inject()
export class UnsubscribeLinks {
  constructor(
    private readonly encryption: Encryption,
    private readonly app: AppSettings
  ) {}

  urlOf(userId: string): string {
    const token = this.encryption.encrypt(userId, undefined, purpose)
    return `${this.app.appUrl}/api/unsubscribe/${encodeURIComponent(token)}`
  }

  /** Returns the id of the user. Null for an invalid token. */
  read(token: string): string | null {
    const id = this.encryption.decrypt<string>(token, purpose)
    return isId(id) ? id : null
  }
}
