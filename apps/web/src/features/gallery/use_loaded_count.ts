import { useCallback, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { HistoryEntryStore } from '#web/lib/history_entry_store'

/** The number of characters that each history entry had loaded. */
const counts = new HistoryEntryStore<number>('facet:gallery')

/** Returns the number of characters that this history entry had loaded (0 on the first visit), and a function to save the number. */
export function useLoadedCount(): [count: number, save: (count: number) => void] {
  const { key } = useLocation()
  const [initial, setInitial] = useState({ key, count: counts.get(key) ?? 0 })
  if (initial.key !== key) setInitial({ key, count: counts.get(key) ?? 0 })
  const save = useCallback(
    (count: number) => {
      if (counts.get(key) === count) return
      counts.set(key, count)
      counts.save()
    },
    [key]
  )
  return [initial.count, save]
}
