import { useCallback, useEffect, useRef, useState } from 'react'
import { drafts } from './reply/drafts.ts'

const hintAfterMs = 1_000
const hintForMs = 2_000

/** Keeps the unsent text across reloads. One second after the last change, a hint says that the text is saved. */
export function useDraft(characterId: string, sessionId: string) {
  const [text, setState] = useState(() => drafts.get(characterId, sessionId))
  const [isHintShown, setIsHintShown] = useState(false)
  const latest = useRef(text)
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  const clearTimers = () => timers.current.splice(0).forEach(clearTimeout)
  useEffect(() => () => void clearTimers(), [])

  const setText = useCallback(
    (next: string) => {
      latest.current = next
      setState(next)
      drafts.set(characterId, sessionId, next)
      clearTimers()
      setIsHintShown(false)
      if (next === '') return
      timers.current.push(
        setTimeout(() => setIsHintShown(true), hintAfterMs),
        setTimeout(() => setIsHintShown(false), hintAfterMs + hintForMs)
      )
    },
    [characterId, sessionId]
  )
  return { text, setText, isHintShown, current: () => latest.current }
}
