import { useCallback, useEffect, useRef, useState } from 'react'

const typingPauseMs = 300

/**
 * What stands in a search whose words the address keeps (`q`). Typed, it is searched for once there is a pause, and emptied, at once;
 * when the address changes from outside (the top bar, going back), it follows.
 */
export function useAddressSearch(q: string, onSearch: (q: string) => void) {
  const [text, setText] = useState(q)
  const [shown, setShown] = useState(q)
  /** Asked for from here and not arrived yet; what is typed meanwhile stays. */
  const [asked, setAsked] = useState<string | null>(null)
  if (shown !== q) {
    setShown(q)
    if (asked !== q) setText(q)
    setAsked(null)
  }
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  const search = useCallback(
    (wanted: string) => {
      if (wanted === q) return
      setAsked(wanted)
      latest.current(wanted)
    },
    [q]
  )
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === q) return
    const timer = setTimeout(() => search(wanted), wanted === '' ? 0 : typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, q, search])
  return { text, setText, searchNow: () => search(text.trim()) }
}
