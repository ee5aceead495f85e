import { createContext, useMemo, useRef, useState } from 'react'
import { storage } from '#web/lib/storage'

/** Requests suggested replies to the last answer, at a price. Null where the server makes none. */
export const SuggestContext = createContext<{ cost: number; suggest: () => void } | null>(null)

const key = 'facet:suggests'

/** Whether this browser requests suggestions after every answer that it receives. Off by default, because they cost rubies. */
export const suggestsAlways = (): boolean => storage.get(key) === 'always'

export const setSuggestsAlways = (isOn: boolean): void => (isOn ? storage.set(key, 'always') : storage.remove(key))

/** Counts the user's requests for suggestions, which `ReplySuggestions` sends. `load` loads its code. */
export function useSuggestRequests(cost: number | undefined, load: () => Promise<unknown>) {
  const [count, setCount] = useState(0)
  /** The number of requests that were sent. */
  const sent = useRef(0)
  const value = useMemo(() => {
    if (cost === undefined) return null
    const request = () => setCount((before) => before + 1)
    // A failure to load is shown where the code is needed.
    return { cost, suggest: () => void load().then(request, request) }
  }, [cost, load])
  return { count, sent, value }
}
