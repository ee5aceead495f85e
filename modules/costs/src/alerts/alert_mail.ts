import type { Accounts } from '#modules/accounts/index'
import type { ComposedMail } from '#modules/mail/index'
import type { Alert } from './alert_webhook.ts'
import { conditionNames } from './conditions.ts'

export const alertMail = 'operator_alert'

export interface AlertMail {
  userId: string
  alert: Alert
}

interface Parts {
  accounts: Accounts
  appUrl: string
  productName: string
}

/** Composes the mail about an alert. Returns null for users who aren't admins any more. */
export const composeAlert =
  ({ accounts, appUrl, productName }: Parts) =>
  async ({ userId, alert }: AlertMail): Promise<ComposedMail | null> => {
    const person = await accounts.person(userId)
    if (!person || person.disabledAt || !['owner', 'admin'].includes(person.role)) return null
    const name = conditionNames[alert.condition]
    return {
      userId,
      address: person.email,
      subject: `${productName}: ${alert.state === 'ended' ? `over: ${name}` : name}`,
      paragraphs: [alert.says],
      link: { label: 'Open the admin panel', url: `${appUrl}/admin` },
      notes: ['Admins get this mail once per day while the condition lasts, and once when it ends.'],
    }
  }
