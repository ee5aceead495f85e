import type { RubyPackOffer } from '#modules/economy/api'
import { beginCheckout } from '#modules/economy/calls'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callServer } from '#web/lib/api_client'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { browser } from '#web/lib/browser'
import { toastFailure } from '#web/lib/toasts'

/** A checkout started in this tab. */
interface StartedCheckout {
  orderId: string
  checkoutUrl: string
}

export interface Checkout {
  /** The pack whose order is being created, by its number of rubies. */
  buying: number | null
  /** The server's reason why nothing can be bought now. */
  unavailable: string | null
  started: StartedCheckout | null
  buy(pack: RubyPackOffer): Promise<void>
}

/** Creates an order and opens its payment page in a new tab. `onStarted` runs before the navigation. */
export function useCheckout(onStarted: (orderId: string) => void): Checkout {
  const order = useMutation({ mutationFn: createOrder })
  const [started, setStarted] = useState<StartedCheckout | null>(null)

  const buy = async (pack: RubyPackOffer) => {
    if (order.isPending) return
    const tab = browser.reserveTab('Opening the payment page…')
    try {
      const { checkoutUrl, orderId } = await order.mutateAsync(pack)
      setStarted({ orderId, checkoutUrl })
      if (orderId) onStarted(orderId)
      tab.goTo(checkoutUrl)
    } catch (error) {
      tab.close()
      // Handled for all calls: a toast and the sign-in page.
      if (isStatus(error, 401)) return
      toastFailure(
        'Order Creation Failed',
        error instanceof NoCheckoutUrl
          ? error.message
          : sentenceOf(error, 'The order couldn’t be created. Nothing was charged.')
      )
    }
  }
  return {
    buying: order.isPending ? order.variables.rubies : null,
    unavailable: isStatus(order.error, 503)
      ? sentenceOf(order.error, 'The payment provider isn’t responding. Nothing was charged.')
      : null,
    started,
    buy,
  }
}

/** The answer holds no payment page. */
class NoCheckoutUrl extends Error {
  constructor() {
    super('No checkout URL received from server')
  }
}

async function createOrder({ rubies, priceCents }: RubyPackOffer): Promise<StartedCheckout> {
  const { checkoutUrl, orderId = '' } =
    ((await callServer(beginCheckout, {
      body: { rubyAmount: rubies, price: priceCents / 100 },
    })) as Partial<StartedCheckout> | null) ?? {}
  // The browser navigates there, so only accept http(s).
  if (typeof checkoutUrl !== 'string' || !/^https?:\/\//i.test(checkoutUrl)) throw new NoCheckoutUrl()
  return { checkoutUrl, orderId }
}
