import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { isId } from '#modules/kernel/ids'
import { AppSettings } from '#modules/kernel/settings'
import { limits } from '../../api.ts'

const purpose = 'confirmation of a notice'

/** Links that confirm the address of a notice. */
@inject()
export class NoticeLinks {
  constructor(
    private readonly encryption: Encryption,
    private readonly app: AppSettings
  ) {}

  urlOf(noticeId: string): string {
    const token = this.encryption.encrypt(noticeId, `${limits.confirmDays} days`, purpose)
    return `${this.app.appUrl}/report/confirm/${encodeURIComponent(token)}`
  }

  /** Returns the id of the notice. Null for an invalid or expired token. */
  read(token: string): string | null {
    const id = this.encryption.decrypt<string>(token, purpose)
    return isId(id) ? id : null
  }
}
