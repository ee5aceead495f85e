import { useEffect } from 'react'
import { useLatest } from '#web/lib/use_latest'
import type { CheckoutOutcome } from './shop_location.ts'

interface CheckoutReturn {
  orderId: string
  outcome: CheckoutOutcome
}

const channelName = 'facet:checkout'

/** The payment page opens in another tab and returns there. That tab broadcasts the outcome to this one. */
export function useCheckoutChannel(
  orderId: string | null,
  outcome: CheckoutOutcome | null,
  onCameBack: (result: CheckoutReturn) => void
): void {
  const listener = useLatest(onCameBack)
  useEffect(() => {
    if (orderId === null || typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel(channelName)
    if (outcome) channel.postMessage({ orderId, outcome } satisfies CheckoutReturn)
    channel.onmessage = ({ data }: MessageEvent<CheckoutReturn>) => {
      if (outcome === null && data.orderId === orderId) listener.current(data)
    }
    return () => channel.close()
  }, [orderId, outcome, listener])
}
