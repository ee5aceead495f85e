import type { Call, CallInput } from '#modules/kernel/calls'
import { useSyncExternalStore } from 'react'
import { ApiError } from '#web/lib/api_error'
import { useCall } from '#web/lib/use_call'

interface Prompt {
  answer: (isConfirmed: boolean) => void
}

let prompt: Prompt | null = null
const listeners = new Set<() => void>()

const setPrompt = (next: Prompt | null) => {
  prompt = next
  for (const listener of listeners) listener()
}

/**
 * Runs a call that asks for a recent proof, such as a change of how the user signs in. If the server requires reauthentication, prompts for it and retries the call once.
 * Throws the original error when the user declines.
 */
async function withReauthentication<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proof_needed' || listeners.size === 0 || prompt) throw error
    const isConfirmed = await new Promise<boolean>((answer) => setPrompt({ answer }))
    if (!isConfirmed) throw error
    return call()
  }
}

/** `useCall` for a call that asks for a recent proof. `ReauthenticationDialog` must be on the screen. */
export const useProvenCall = <Answer, Input extends CallInput>(
  call: Call<Answer, Input>,
  onSuccess?: Parameters<typeof useCall<Answer, Input>>[1],
  scope?: string
) => useCall(call, onSuccess, { scope, attempt: withReauthentication })

export function useReauthenticationPrompt() {
  const isAsked = useSyncExternalStore(subscribe, () => prompt !== null)
  return { isAsked, answer: answerPrompt }
}

const answerPrompt = (isConfirmed: boolean) => {
  const current = prompt
  setPrompt(null)
  current?.answer(isConfirmed)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) answerPrompt(false)
  }
}
