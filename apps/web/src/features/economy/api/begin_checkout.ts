import { paths, type CheckoutAnswer, type CheckoutRequest, type RubyPackOffer } from '#modules/economy/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

/** The answer holds no payment page. */
export class NoCheckoutUrl extends Error {
  constructor() {
    super('No checkout URL received from server')
  }
}

/** Creates an order for a pack and returns its payment page. */
export async function beginCheckout({ rubies, priceCents }: RubyPackOffer): Promise<CheckoutAnswer> {
  const request: CheckoutRequest = { rubyAmount: rubies, price: priceCents / 100 }
  const answer = await sendJson<Partial<CheckoutAnswer> | null>('POST', paths.checkout, request)
  const { checkoutUrl, orderId = '' } = answer ?? {}
  // The browser navigates there, so only accept http(s).
  if (typeof checkoutUrl !== 'string' || !/^https?:\/\//i.test(checkoutUrl)) throw new NoCheckoutUrl()
  return { checkoutUrl, orderId }
}

export const useBeginCheckout = () => useMutation({ mutationFn: beginCheckout })
