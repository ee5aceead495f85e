import { sentenceOf } from '#web/lib/api_error'
import { toastError } from '#web/lib/toasts'
import { useEffect, useRef } from 'react'
import { useChangeSettings } from './settings.ts'

/** Saves settings of a chat. A failure after the form has closed shows a toast. */
export function useSaveSetting(sessionId: string, failure: string) {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  const saving = useChangeSettings(sessionId, {
    onError: (error) => {
      if (!isShown.current) toastError(error, failure)
    },
  })
  return { ...saving, problem: saving.isError ? sentenceOf(saving.error, failure) : null }
}
