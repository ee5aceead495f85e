import { useEffect, useState } from 'react'

/** The trimmed text of a search, debounced. Clearing applies at once. */
export function useDebouncedSearch(text: string, delayMs = 300): string {
  const wanted = text.trim()
  const [debounced, setDebounced] = useState(wanted)
  useEffect(() => {
    if (wanted === debounced) return
    const timer = setTimeout(() => setDebounced(wanted), wanted === '' ? 0 : delayMs)
    return () => clearTimeout(timer)
  }, [wanted, debounced, delayMs])
  return debounced
}
