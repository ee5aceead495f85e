import { useEffect, useRef } from 'react'
import type { CheckoutOutcome } from './shop_location.ts'

interface CheckoutReturn {
  orderId: string
  outcome: CheckoutOutcome
}

const channelName = 'facet:checkout'

/**
 * The payment page opens in a tab of its own and leads back there. That tab tells the one in which the shop was left, so that
 * it need not wait for what will not come.
 */
export function useCheckoutChannel(
  orderId: string | null,
  outcome: CheckoutOutcome | null,
  onCameBack: (told: CheckoutReturn) => void
): void {
  const listener = useRef(onCameBack)
  useEffect(() => {
    listener.current = onCameBack
  })
  useEffect(() => {
    if (orderId === null || typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel(channelName)
    if (outcome) channel.postMessage({ orderId, outcome } satisfies CheckoutReturn)
    channel.onmessage = ({ data }: MessageEvent<CheckoutReturn>) => {
      if (outcome === null && data.orderId === orderId) listener.current(data)
    }
    return () => channel.close()
  }, [orderId, outcome])
}
