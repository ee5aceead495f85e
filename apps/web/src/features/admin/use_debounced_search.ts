import { useEffect, useState } from 'react'

const debounceMs = 300

/** What is typed into a search, trimmed, once there is a pause. What is emptied counts at once. */
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
