import { useEffect, useState } from 'react'

const debounceMs = 300

/** The trimmed text of a search, debounced. Clearing applies at once. */
export function useDebouncedSearch(text: string): string {
  const wanted = text.trim()
  const [debounced, setDebounced] = useState(wanted)
  useEffect(() => {
    if (wanted === debounced) return
    const timer = setTimeout(() => setDebounced(wanted), wanted === '' ? 0 : debounceMs)
    return () => clearTimeout(timer)
  }, [wanted, debounced])
  return debounced
}
