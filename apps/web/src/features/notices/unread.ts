import { addressOf } from '#modules/kernel/calls'
import { listNotifications } from '#modules/notices/calls'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
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
