import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import type { Conversation } from './reply/conversation.ts'

/** A message to show. Each request to show a message is a new object. */
export interface ShownMessage {
  id: string
}

/** Loads older pages until they contain the message. Resolves to null if the chat doesn't have the message or loading failed. */
const findKey = async ({ store, loadOlder }: FoundIn, id: string, isWanted: () => boolean): Promise<string | null> => {
  for (;;) {
    const key = store.keyOfMessage(id)
    const { keys, hasOlder } = store.snapshot()
    if (key !== null || !hasOlder || !isWanted()) return key
    await loadOlder()
    if (store.snapshot().keys[0] === keys[0]) return store.keyOfMessage(id)
  }
}

interface FoundIn {
  store: Conversation['store']
  loadOlder: () => Promise<void>
}

/** Returns the key of the message to show once it is loaded. The list must render this message. */
export function useShownMessage(conversation: Conversation, shown: ShownMessage | null): { key: string } | null {
  const [found, setFound] = useState<{ key: string } | null>(null)
  useEffect(() => {
    if (!shown) return
    let isWanted = true
    // Waits until the dialog with the link has returned the focus, which may scroll.
    const timer = setTimeout(async () => {
      const { store } = conversation
      const loadOlder = () => conversation.loadOlder()
      const key = await findKey({ store, loadOlder }, shown.id, () => isWanted)
      if (isWanted && key !== null) setFound({ key })
    })
    return () => {
      isWanted = false
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
