import { limits, type ChatSession } from '#modules/chat/api'
import { pinFacts } from '#modules/chat/calls'
import { isBlank } from '#modules/gallery/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { countCodePoints } from '#web/lib/code_points'
import { toastFailure } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { useLatest } from '#web/lib/use_latest'
import { contextKey } from './context.ts'
import { pinsInput, type ChatPin } from './pins.ts'

const saveAfterMs = 800

export interface SavedPins {
  state: 'idle' | 'waiting' | 'saving' | 'saved'
  /** The reason why saving failed, as a sentence. */
  problem: string | null
  /** Returns the unsaved facts; null when all are saved. */
  unsaved: () => readonly ChatPin[] | null
  /** Replaces all facts and saves them soon. Drops blank facts. */
  change: (pins: readonly ChatPin[]) => void
  saveNow: () => void
}

interface SavedPinsOptions {
  session: ChatSession
  onSession: (session: ChatSession) => void
  /** Whether the editor is open. Closing it saves at once; a failure then shows a toast. */
  isShown: boolean
}

/**
 * Saves the pinned facts of a chat shortly after the last change. Only one request runs at a time, and each contains all
 * facts, so the next request includes the unsaved facts.
 */
export function useSavedPins({ session, onSession, isShown }: SavedPinsOptions): SavedPins {
  const { mutateAsync } = useCall(pinFacts, (queryClient) =>
    queryClient.invalidateQueries({ queryKey: contextKey(session.id) })
  )
  const [state, setState] = useState<SavedPins['state']>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const wanted = useRef<readonly ChatPin[] | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isSaving = useRef(false)

  const fail = (sentence: string) => {
    setProblem(sentence)
    setState('waiting')
    if (!latest.current.isShown) toastFailure('Error', sentence)
  }
  const save = async () => {
    clearTimeout(timer.current)
    if (isSaving.current) return
    isSaving.current = true
    while (wanted.current) {
      const pins = wanted.current
      if (pins.some(({ text }) => countCodePoints(text) > limits.pinMax)) {
        fail(`A fact can have at most ${limits.pinMax} characters.`)
        break
      }
      setState('saving')
      try {
        const saved = await mutateAsync(pinsInput(session.id, pins))
        if (wanted.current === pins) wanted.current = null
        setProblem(null)
        setState('saved')
        onSession(saved)
      } catch (error) {
        // The query client handles 401 for all requests.
        if (isStatus(error, 401)) setState('waiting')
        else fail(sentenceOf(error, 'Failed to save the facts.'))
        break
      }
    }
    isSaving.current = false
  }
  const latest = useLatest({ save, isShown })
  const saveNow = useCallback(() => void latest.current.save(), [])
  useEffect(() => {
    if (!isShown) saveNow()
  }, [isShown, saveNow])
  useEffect(
    () => () => {
      latest.current.isShown = false
      saveNow()
    },
    [saveNow]
  )

  return {
    state,
    problem,
    unsaved: () => wanted.current,
    change(pins) {
      wanted.current = pins.filter(({ text }) => !isBlank(text))
      setState('waiting')
      setProblem(null)
      clearTimeout(timer.current)
      timer.current = setTimeout(saveNow, saveAfterMs)
    },
    saveNow,
  }
}
