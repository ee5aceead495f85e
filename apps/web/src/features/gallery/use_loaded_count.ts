import { useCallback, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { HistoryNotes } from '../../lib/history_entry_store.ts'

/** How many characters each page of the history showed when it was left. */
const counts = new HistoryNotes<number>('facet:gallery')

/** How many this page of the history showed when it was last here (0: none), and a way to note how many it shows now. */
export function useLoadedCount(): [count: number, note: (count: number) => void] {
  const { key } = useLocation()
  const [first, setFirst] = useState({ key, count: counts.get(key) ?? 0 })
  if (first.key !== key) setFirst({ key, count: counts.get(key) ?? 0 })
  const note = useCallback(
    (count: number) => {
      if (counts.get(key) === count) return
      counts.set(key, count)
      counts.keep()
    },
    [key]
  )
  return [first.count, note]
}
