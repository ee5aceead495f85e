import { useEffect, useState } from 'react'

/** Returns the value that last stayed the same for this long. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, settled, delayMs])
  return settled
}

/** The trimmed text of a search, debounced. Clearing applies at once. */
export function useDebouncedSearch(text: string, delayMs = 300): string {
  const wanted = text.trim()
  return useDebounced(wanted, wanted === '' ? 0 : delayMs)
}
