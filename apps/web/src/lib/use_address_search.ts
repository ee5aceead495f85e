import { useCallback, useEffect, useRef, useState } from 'react'

const debounceMs = 300

/**
 * The text of a search field whose query is in the address (`q`). Typing searches after a pause, clearing at once. When the address
 * changes by other means, such as going back, the text follows.
 */
export function useAddressSearch(q: string, onSearch: (q: string) => void) {
  const [text, setText] = useState(q)
  const [last, setLast] = useState(q)
  /** A query of this field that the address does not have yet. Text typed meanwhile stays. */
  const [pending, setPending] = useState<string | null>(null)
  if (last !== q) {
    setLast(q)
    if (pending !== q) setText(q)
    setPending(null)
  }
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  const search = useCallback(
    (wanted: string) => {
      if (wanted === q) return
      setPending(wanted)
      latest.current(wanted)
    },
    [q]
  )
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === q) return
    const timer = setTimeout(() => search(wanted), wanted === '' ? 0 : debounceMs)
    return () => clearTimeout(timer)
  }, [text, q, search])
  return { text, setText, searchNow: () => search(text.trim()) }
}
