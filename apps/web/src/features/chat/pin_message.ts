import { limits, type ChatSession } from '#modules/chat/api'
import { pinFacts } from '#modules/chat/calls'
import type { RefObject } from 'react'
import { callServer } from '#web/lib/api_client'
import { countCodePoints } from '#web/lib/code_points'
import { toast, toastFailure, toastUndo } from '#web/lib/toasts'
import { pinsInput, pinsOf } from './memory/pins.ts'
import { attempt } from './reply/report_failure.ts'

interface PinnedChat {
  session: ChatSession
  onSession: (session: ChatSession) => void
}

let isSaving = false

async function save(
  { current: chat }: RefObject<PinnedChat>,
  change: (pins: ReturnType<typeof pinsOf>) => ReturnType<typeof pinsOf>,
  failure: string
): Promise<boolean> {
  if (isSaving) return false
  isSaving = true
  const isSaved = await attempt(failure, async () => {
    chat.onSession(await callServer(pinFacts, pinsInput(chat.session.id, change(pinsOf(chat.session)))))
  })
  isSaving = false
  return isSaved
}

/** Pins the text of a message, shortened to the limit, with a toast that undoes it. Ignored while another one is being saved. */
export async function pinMessage(text: string, chat: RefObject<PinnedChat>): Promise<void> {
  const fact = clipFact(text)
  const { pins } = chat.current.session
  if (fact === '') return
  if (pins.includes(fact)) return toast('This message is pinned already')
  if (pins.length >= limits.pinsMax)
    return toastFailure('Not pinned', `A chat has at most ${limits.pinsMax} pinned facts. Remove one under Memory.`)
  if (!(await save(chat, (now) => [...now, { text: fact, depth: null }], 'Failed to pin the message'))) return
  const isWhole = fact === text.trim()
  toastUndo(
    'Pinned',
    () => void save(chat, (now) => now.filter((pin) => pin.text !== fact), 'Failed to remove the fact'),
    isWhole ? 'It joins every prompt of this chat.' : `Its first ${limits.pinMax} characters.`
  )
}

const clipFact = (text: string): string => {
  const whole = text.trim()
  if (countCodePoints(whole) <= limits.pinMax) return whole
  const start = [...whole].slice(0, limits.pinMax - 1).join('')
  return `${start.trimEnd()}…`
}
