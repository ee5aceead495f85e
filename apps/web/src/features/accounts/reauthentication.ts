import { useSyncExternalStore } from 'react'
import { ApiError } from '../../lib/api_error.ts'

interface Prompt {
  /** Whether it was shown, or not. */
  answer: (isShown: boolean) => void
}

let prompt: Prompt | null = null
const listeners = new Set<() => void>()

const setPrompt = (next: Prompt | null) => {
  prompt = next
  for (const listener of listeners) listener()
}

/**
 * Makes a call that changes a way into the account. Where the server wants to know first that it is still the same person, they are
 * asked in a dialog, and the call is made again; who does not show it gets the refusal.
 */
export async function withReauthentication<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proof_needed' || listeners.size === 0 || prompt) throw error
    const isShown = await new Promise<boolean>((answer) => setPrompt({ answer }))
    if (!isShown) throw error
    return call()
  }
}

/** What the dialog needs: whether somebody is asked, and how they answer. */
export function useReauthenticationPrompt() {
  const isAsked = useSyncExternalStore(subscribe, () => prompt !== null)
  return { isAsked, answer: answerPrompt }
}

const answerPrompt = (isShown: boolean) => {
  const asked = prompt
  setPrompt(null)
  asked?.answer(isShown)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) answerPrompt(false)
  }
}
