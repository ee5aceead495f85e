import { useEffect, useState } from 'react'

const typingPauseMs = 300

/** What is typed into a search, trimmed, once there is a pause. What is emptied counts at once. */
export function usePaused(text: string): string {
  const wanted = text.trim()
  const [paused, setPaused] = useState(wanted)
  useEffect(() => {
    if (wanted === paused) return
    const timer = setTimeout(() => setPaused(wanted), wanted === '' ? 0 : typingPauseMs)
    return () => clearTimeout(timer)
  }, [wanted, paused])
  return paused
}
