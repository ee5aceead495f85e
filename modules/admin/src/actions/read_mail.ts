import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { Outbox } from '#modules/mail/index'
import type { AdminMailContent } from '../../api.ts'
import { AuditLog } from '../audit/audit_log.ts'
import { userSubject } from '../audit/user_subject.ts'

/** Reads a mail and records the act, because the mail's link may open the user's account. Returns null for an unknown mail. */
@inject()
export class ReadMail {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly accounts: Accounts,
    private readonly log: AuditLog
  ) {}

  async run(actorId: string, id: string): Promise<AdminMailContent | null> {
    const mail = await this.outbox.find(id)
    if (!mail) return null
    return this.db.transaction(async (trx) => {
      const user = mail.userId === null ? null : await this.accounts.person(mail.userId, trx)
      if (mail.userId !== null && !user) return null
      const subject = user
        ? userSubject(user)
        : ({ type: 'user', id: null, name: 'a person without an account' } as const)
      const after = { subject: mail.subject }
      await this.log.record({ actorId, kind: 'mail_read', subject, before: null, after }, trx)
      return { ...mail, sentAt: mail.sentAt.toISOString() }
    })
  }
}
