import { sidebarCookie } from '#modules/accounts/api'
import { useSyncExternalStore } from 'react'
import { keepInCookie } from './storage.ts'

const listeners = new Set<() => void>()

/** Collapses the sidebar to a rail of icons or expands it, and keeps that for this browser. */
export function collapseSidebar(isRail: boolean): void {
  const value = isRail ? 'rail' : ''
  document.documentElement.dataset.sidebar = value
  keepInCookie(sidebarCookie, value)
  for (const listener of listeners) listener()
}

/** Whether the sidebar is a rail. The stylesheet has the variant `rail`, which the server's page has, too. */
export const useIsRail = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => document.documentElement.dataset.sidebar === 'rail',
    () => false
  )
