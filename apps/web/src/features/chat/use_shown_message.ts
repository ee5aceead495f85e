import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import type { Conversation } from './reply/conversation.ts'

/** A message to show. Each request to show a message is a new object. */
export interface ShownMessage {
  id: string
}

/** Returns the key of the message to show once it is loaded. The list must render this message. */
export function useShownMessage(conversation: Conversation, shown: ShownMessage | null): { key: string } | null {
  const [found, setFound] = useState<{ key: string } | null>(null)
  useEffect(() => {
    if (!shown) return
    const unmount = new AbortController()
    // Waits until the dialog with the link has returned the focus, which may scroll.
    const timer = setTimeout(async () => {
      const key = await conversation.loadAround(shown.id, unmount.signal)
      if (!unmount.signal.aborted && key !== null) setFound({ key })
    })
    return () => {
      unmount.abort()
      clearTimeout(timer)
    }
  }, [conversation, shown])
  return found
}

/** Scrolls to the message, once. */
export function useScrollToShown(
  found: { key: string } | null,
  { list, stopFollowing }: { list: RefObject<HTMLElement | null>; stopFollowing: () => void }
) {
  useLayoutEffect(() => {
    if (!found || !list.current) return
    const element = [...list.current.querySelectorAll<HTMLElement>(':scope > [data-key]')].find(
      ({ dataset }) => dataset.key === found.key
    )
    stopFollowing()
    element?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
    element?.scrollIntoView?.({ block: 'center' })
  }, [found, list, stopFollowing])
}
