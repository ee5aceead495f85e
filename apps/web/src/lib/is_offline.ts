import { useSyncExternalStore } from 'react'

/** Whether the browser knows that it has no network. Otherwise, the server may still be unreachable. */
export const isOffline = (): boolean => navigator.onLine === false

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false)
