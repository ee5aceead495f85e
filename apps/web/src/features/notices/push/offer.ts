import { createStore } from '#web/lib/store'
import { storage } from '#web/lib/storage'
import { pushSupport } from './device.ts'

/** All tabs of the browser share it. */
const key = 'facet:push-offer'
/** One reply may have ended in the background by chance. */
const repliesNeeded = 2

interface Stored {
  /** The answers that ended in the background. */
  replies: string[]
  isAnswered: boolean
}

const read = (): Stored => {
  const { replies, isAnswered } = Object(storage.getJson(key)) as Partial<Stored>
  return { replies: Array.isArray(replies) ? replies : [], isAnswered: isAnswered === true }
}
const write = (stored: Stored) => storage.set(key, JSON.stringify(stored))

const isDue = (): boolean => {
  if (pushSupport() !== 'supported' || Notification.permission !== 'default') return false
  const { replies, isAnswered } = read()
  return replies.length >= repliesNeeded && !isAnswered
}

const shown = createStore(false)

/** Whether to offer pushes: after the second reply that ended in the background, until the reader has answered. */
export const pushOffer = {
  subscribe: shown.subscribe,
  isShown: shown.current,
  /** A reply has ended while no one saw this tab. Several tabs may tell the same one. */
  count(messageId: string): void {
    const { replies, isAnswered } = read()
    if (isAnswered || replies.length >= repliesNeeded || replies.includes(messageId)) return
    write({ replies: [...replies, messageId], isAnswered })
  },
  /** Shows the offer if it is due. */
  check: () => shown.set(isDue()),
  /** Never offers it again in this browser. */
  settle(): void {
    write({ replies: [], isAnswered: true })
    shown.set(false)
  },
}
