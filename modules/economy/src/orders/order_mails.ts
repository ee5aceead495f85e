import type { Database } from '@adonisjs/lucid/database'
import type { Accounts, SitePages } from '#modules/accounts/index'
import type { ComposedMail } from '#modules/mail/index'
import { rubyWord } from '../../api.ts'
import { RubyOrderRow } from '../tables/ruby_order_row.ts'

export const receiptMail = 'receipt'
export const refundMail = 'refund'

export interface ReceiptDetails {
  userId: string
  orderId: string
}

export interface RefundDetails extends ReceiptDetails {
  /** The money of this refund. */
  refundedCents: number
  /** The rubies taken back for it. */
  rubies: number
}

interface Parts {
  db: Database
  accounts: Accounts
  pages: SitePages
  appUrl: string
  productName: string
  /** Whether there is a ruby shop with a history. */
  hasRubies: boolean
}

/** Composes the receipt of a purchase. Returns null when the account is gone. */
export const composeReceipt =
  (parts: Parts) =>
  async (details: ReceiptDetails): Promise<ComposedMail | null> => {
    const found = await find(parts, details)
    if (!found) return null
    const { bought, price, paidOn, mail } = found
    return {
      ...mail,
      subject: `${parts.productName}: receipt for ${bought}`,
      paragraphs: [`You bought ${bought} for ${price} on ${paidOn}.`, ...mail.paragraphs],
    }
  }

/** Composes the mail about a refund. Returns null when the account is gone. */
export const composeRefund =
  (parts: Parts) =>
  async ({ refundedCents, rubies, ...details }: RefundDetails): Promise<ComposedMail | null> => {
    const found = await find(parts, details)
    if (!found) return null
    const { bought, price, paidOn, currency, mail } = found
    const takenBack = `${rubies.toLocaleString('en-US')} ${rubyWord(rubies)}`
    return {
      ...mail,
      subject: `${parts.productName}: refund for ${bought}`,
      paragraphs: [
        `${money(refundedCents, currency)} was refunded for the ${bought} that you bought for ${price} on ${paidOn}.`,
        ...(rubies > 0
          ? [`${takenBack} were taken back. Those that you had already spent are taken from your next ones.`]
          : []),
        ...mail.paragraphs,
      ],
    }
  }

/** Reads what the mails about an order have in common. */
const find = async ({ db, accounts, pages, appUrl, hasRubies }: Parts, { userId, orderId }: ReceiptDetails) => {
  const person = await accounts.person(userId)
  const order = person && (await RubyOrderRow.of(userId, { client: db.connection() }).where('id', orderId).first())
  if (!order?.paidAt) return null
  const rubies = Number(order.rubies)
  const hasImprint = (await pages.find('imprint', null)) !== null
  return {
    bought: `${rubies.toLocaleString('en-US')} ${rubyWord(rubies)}`,
    currency: order.currency,
    price: money(Number(order.amountCents), order.currency),
    paidOn: order.paidAt.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
    mail: {
      userId,
      address: person!.email,
      paragraphs: [
        `Order number: ${orderId}`,
        ...(order.isTest ? ['This was a test payment, and no money was moved.'] : []),
      ],
      link: hasRubies
        ? { label: 'Show your rubies', url: `${appUrl}/ruby-shop?tab=history` }
        : { label: 'Open the website', url: appUrl },
      notes: ['Keep this mail for your records.', ...(hasImprint ? [`The seller: ${appUrl}/imprint`] : [])],
    },
  }
}

const money = (cents: number, currency: string) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency })
