import type { RubyOrder } from '#modules/economy/api'
import type { Tone } from '#web/components/ui/badge'
import { priceText } from './money.ts'
import type { CheckoutOutcome } from './shop_location.ts'

interface OrderStatus {
  tone: Tone
  title: string
  text: string
  /** The order may still change. */
  isWaiting: boolean
}

/** Describes the status of an order. `isSlow`: the user has been waiting for a while. */
export function orderStatus(order: RubyOrder, outcome: CheckoutOutcome | null, isSlow: boolean): OrderStatus {
  const rubies = `${order.rubies.toLocaleString('en')} rubies`
  const what = `${rubies} for ${priceText(order.priceCents, order.currency)}`
  switch (order.state) {
    case 'paid':
      return settled('success', 'Payment received', `Thank you! ${rubies} were added to your balance.`)
    case 'failed':
      return settled('danger', 'Payment failed', `The payment for ${what} was declined. Nothing was charged.`)
    case 'expired':
      return settled('neutral', 'Checkout expired', `${what} were not paid in time. Nothing was charged.`)
    case 'refunded':
      return settled(
        'neutral',
        'Payment refunded',
        `The payment for ${what} was refunded and its rubies were taken back.`
      )
    case 'disputed':
      return settled(
        'warning',
        'Payment disputed',
        `The payment for ${what} is disputed with the bank. Its rubies are withheld until that is decided.`
      )
    case 'pending':
      return waiting(
        'Payment in progress',
        `Your payment for ${what} hasn’t arrived yet. The rubies are added automatically; you can leave this page.`
      )
    case 'open':
      if (outcome === 'cancelled')
        return settled('neutral', 'Payment canceled', `${what} were not bought. Nothing was charged.`)
      if (isSlow)
        return waiting(
          'Still waiting for the payment',
          `${what} aren’t confirmed yet. The rubies are added once the payment is confirmed; you can leave this page.`
        )
      if (outcome === 'success')
        return waiting('Confirming your payment', `Waiting for confirmation of ${what}. This takes a moment.`)
      return waiting(
        'Waiting for your payment',
        `${what}: pay on the page that opened. This page updates automatically.`
      )
  }
}

const settled = (tone: Tone, title: string, text: string): OrderStatus => ({ tone, title, text, isWaiting: false })
const waiting = (title: string, text: string): OrderStatus => ({ tone: 'neutral', title, text, isWaiting: true })
