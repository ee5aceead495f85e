import { limits, type ChatSession } from '#modules/chat/api'
import { pinFacts } from '#modules/chat/calls'
import { useRef } from 'react'
import { callServer } from '#web/lib/api_client'
import { countCodePoints } from '#web/lib/code_points'
import { toast, toastFailure, toastUndo } from '#web/lib/toasts'
import { useLatest } from '#web/lib/use_latest'
import { pinsInput, pinsOf } from './memory/pins.ts'
import { attempt } from './reply/report_failure.ts'

interface PinMessageOptions {
  session: ChatSession
  onSession: (session: ChatSession) => void
}

/** Pins the text of a message, shortened to the limit, with a toast that undoes it. */
export function usePinMessage(options: PinMessageOptions): (text: string) => void {
  const latest = useLatest(options)
  const isSaving = useRef(false)
  const save = async (change: (pins: ReturnType<typeof pinsOf>) => ReturnType<typeof pinsOf>, failure: string) => {
    if (isSaving.current) return false
    isSaving.current = true
    const isSaved = await attempt(failure, async () => {
      const { session } = latest.current
      latest.current.onSession(await callServer(pinFacts, pinsInput(session.id, change(pinsOf(session)))))
    })
    isSaving.current = false
    return isSaved
  }
  return (text) => {
    const fact = clipFact(text)
    const { pins } = latest.current.session
    if (fact === '') return
    if (pins.includes(fact)) return toast('This message is pinned already')
    if (pins.length >= limits.pinsMax)
      return toastFailure('Not pinned', `A chat has at most ${limits.pinsMax} pinned facts. Remove one under Memory.`)
    const unpin = () => void save((now) => now.filter((pin) => pin.text !== fact), 'Failed to remove the fact')
    void save((now) => [...now, { text: fact, depth: null }], 'Failed to pin the message').then((isSaved) => {
      if (!isSaved) return
      const isWhole = fact === text.trim()
      toastUndo(
        'Pinned',
        unpin,
        isWhole ? 'It joins every prompt of this chat.' : `Its first ${limits.pinMax} characters.`
      )
    })
  }
}

const clipFact = (text: string): string => {
  const whole = text.trim()
  if (countCodePoints(whole) <= limits.pinMax) return whole
  const start = [...whole].slice(0, limits.pinMax - 1).join('')
  return `${start.trimEnd()}…`
}
