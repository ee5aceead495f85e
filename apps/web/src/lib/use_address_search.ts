import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

const debounceMs = 300

/**
 * The query in the address (`q`), and the text of a search field for it. Typing searches after a pause, clearing at once. When the address
 * changes by other means, such as going back, the text follows.
 */
export function useAddressSearch() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const q = query.get('q')?.trim() ?? ''
  const [text, setText] = useState(q)
  const [last, setLast] = useState(q)
  /** A query of this field that the address does not have yet. Text typed meanwhile stays. */
  const [pending, setPending] = useState<string | null>(null)
  if (last !== q) {
    setLast(q)
    if (pending !== q) setText(q)
    setPending(null)
  }
  const search = useEffectEvent((wanted: string) => {
    setPending(wanted)
    const address = wanted === '' ? '?' : `?q=${encodeURIComponent(wanted)}`
    void navigate(address, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === q) return
    const timer = setTimeout(() => search(wanted), wanted === '' ? 0 : debounceMs)
    return () => clearTimeout(timer)
  }, [text, q])
  return { q, text, setText }
}
