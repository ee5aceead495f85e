import { useEffect, useSyncExternalStore } from 'react'
import { useLiveEvents } from '#web/components/shared/live_events'
import { useLatest } from '#web/lib/use_latest'
import { lazyPart } from '#web/lib/lazy_part'
import { renewPush } from './device.ts'
import { pushOffer } from './offer.ts'

const PushOfferCard = lazyPart(async () => (await import('./offer_card.tsx')).PushOfferCard, null)

/** For readers who were away: opens the notifications that they tap, and offers pushes. */
export function WhileAway({ open }: { open: (path: string) => void }) {
  const isOffered = useSyncExternalStore(pushOffer.subscribe, pushOffer.isShown, () => false)
  const latest = useLatest({ open })

  useEffect(() => void renewPush().catch(() => {}), [])

  useLiveEvents((event) => {
    if (event.type !== 'reply' || event.state !== 'written') return
    if (document.visibilityState === 'hidden') pushOffer.count(event.messageId)
  })
  useEffect(() => {
    const check = () => document.visibilityState === 'visible' && pushOffer.check()
    check()
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [])

  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const openTapped = ({ data, ports }: MessageEvent) => {
      const path = (data as { open?: unknown } | null)?.open
      if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return
      ports[0]?.postMessage('opened')
      latest.current.open(path)
    }
    container?.addEventListener('message', openTapped)
    return () => container?.removeEventListener('message', openTapped)
  }, [latest])

  return isOffered && <PushOfferCard />
}
