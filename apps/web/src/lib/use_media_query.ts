import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches. False on the server and without `matchMedia`. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = match(query)
      list?.addEventListener('change', listener)
      return () => list?.removeEventListener('change', listener)
    },
    [query]
  )
  return useSyncExternalStore(
    subscribe,
    () => match(query)?.matches ?? false,
    () => false
  )
}

const match = (query: string): MediaQueryList | undefined => window.matchMedia?.(query)
