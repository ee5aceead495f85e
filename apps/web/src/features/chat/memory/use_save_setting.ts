import { isStatus, sentenceOf } from '#web/lib/api_error'
import { toastFailure } from '#web/lib/toasts'
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
    // The query client handles 401 for all requests.
    onError: (error) => {
      if (!isShown.current && !isStatus(error, 401)) toastFailure('Error', sentenceOf(error, failure))
    },
  })
  return { ...saving, problem: saving.isError ? sentenceOf(saving.error, failure) : null }
}
