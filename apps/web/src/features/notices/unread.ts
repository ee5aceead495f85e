import { addressOf } from '#modules/kernel/calls'
import { listNotifications, readRepliesOfChat } from '#modules/notices/calls'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { callServer } from '#web/lib/api_client'
import { createStore } from '#web/lib/store'

/** The number of unread notifications. Null until the event stream has told it. */
export const unreadNotifications = createStore<number | null>(null)

export const useUnread = (): number =>
  useSyncExternalStore(unreadNotifications.subscribe, unreadNotifications.current, () => null) ?? 0

/** Stores the number of unread notifications, and refetches an open list when it has changed elsewhere. */
export function applyUnread(queryClient: QueryClient, unread: number): void {
  const before = unreadNotifications.current()
  unreadNotifications.set(unread)
  if (before === null || before === unread) return
  void queryClient.invalidateQueries({ queryKey: [addressOf(listNotifications)] })
}

/** Marks the notifications of finished replies of a chat as read while it is in sight. Sends nothing without unread ones. */
export function useReadReplies(sessionId: string | null): void {
  const hasUnread = useUnread() > 0
  useEffect(() => {
    if (!hasUnread || sessionId === null) return
    const read = () => {
      if (document.visibilityState !== 'visible') return
      // A failure leaves them unread.
      void callServer(readRepliesOfChat, { params: { id: sessionId } }).then(
        ({ unread }) => unreadNotifications.set(unread),
        () => {}
      )
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [hasUnread, sessionId])
}
