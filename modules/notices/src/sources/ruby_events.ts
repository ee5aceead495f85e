import { inject } from '@adonisjs/core'
import type { TransactionType } from '#modules/economy/api'
import { Ledger } from '#modules/economy/index'
import { Notifications, type NotificationSubjects } from '../../index.ts'

const sources: Partial<Record<TransactionType, NotificationSubjects['rubies_received']['source']>> = {
  purchase: 'purchase',
  code: 'code',
  admin_grant: 'gift',
}

/** Notifies people of the rubies that they were given or bought, but not of rewards, which they claim themselves. */
@inject()
export class RubyEvents {
  constructor(
    private readonly ledger: Ledger,
    private readonly notifications: Notifications
  ) {}

  listen() {
    this.ledger.credited.on(async ({ userId, transactionId, rubies, type }, trx) => {
      const key = `rubies:${transactionId}`
      const source = sources[type]
      if (type === 'welcome')
        await this.notifications.add({ userId, kind: 'welcome', key, subject: { transactionId, rubies } }, trx)
      else if (source !== undefined)
        await this.notifications.add(
          { userId, kind: 'rubies_received', key, subject: { transactionId, rubies, source } },
          trx
        )
    })
  }
}
