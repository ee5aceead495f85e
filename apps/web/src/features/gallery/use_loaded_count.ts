import { useCallback, useState } from 'react'
import { useLocation } from 'react-router-dom'

const storageKey = 'facet:gallery'
const entriesMax = 50

/** How many characters each page of the history showed when it was left. */
const counts = new Map<string, number>(stored())
// The first page of every visit goes by this name: one that was left is another than one that is begun.
if (isBegun()) counts.delete('default')

/** How many this page of the history showed when it was last here (0: none), and a way to note how many it shows now. */
export function useLoadedCount(): [count: number, note: (count: number) => void] {
  const { key } = useLocation()
  const [first, setFirst] = useState({ key, count: counts.get(key) ?? 0 })
  if (first.key !== key) setFirst({ key, count: counts.get(key) ?? 0 })
  const note = useCallback(
    (count: number) => {
      if (counts.get(key) === count) return
      counts.delete(key)
      counts.set(key, count)
      for (const oldest of [...counts.keys()].slice(0, -entriesMax)) counts.delete(oldest)
      store()
    },
    [key]
  )
  return [first.count, note]
}

function isBegun(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? []
  return (visit as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}

function stored(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}

function store(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...counts]))
  } catch {
    // Storage is off or full: after a reload the list begins with its first page.
  }
}
