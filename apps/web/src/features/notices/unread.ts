import { useSyncExternalStore } from 'react'
import { createStore } from '#web/lib/store'

/** The number of unread notifications. Null until the event stream has told it. */
export const unreadNotifications = createStore<number | null>(null)

export const useUnread = (): number =>
  useSyncExternalStore(unreadNotifications.subscribe, unreadNotifications.current, () => null) ?? 0
