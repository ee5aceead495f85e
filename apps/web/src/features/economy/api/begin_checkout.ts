import { paths, type CheckoutAnswer, type CheckoutRequest, type RubyPackOffer } from '#modules/economy/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'

/** Answered, but with no page to pay on. */
export class NoCheckoutUrl extends Error {
  constructor() {
    super('No checkout URL received from server')
  }
}

/** Makes an order of a pack, and gives the page to pay it on. */
export async function beginCheckout({ rubies, priceCents }: RubyPackOffer): Promise<CheckoutAnswer> {
  const request: CheckoutRequest = { rubyAmount: rubies, price: priceCents / 100 }
  const answer = await sendJson<Partial<CheckoutAnswer> | null>('POST', paths.checkout, request)
  const { checkoutUrl, orderId = '' } = answer ?? {}
  // The browser is sent there, so nothing but a page will do.
  if (typeof checkoutUrl !== 'string' || !/^https?:\/\//i.test(checkoutUrl)) throw new NoCheckoutUrl()
  return { checkoutUrl, orderId }
}

export const useBeginCheckout = () => useMutation({ mutationFn: beginCheckout })
