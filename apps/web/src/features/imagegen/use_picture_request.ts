import * as rules from '#config/content_rules'
import { notAllowedTitle } from '#modules/gallery/api'
import { checkPrompt } from '#modules/imagegen/api'
import { useRef, useState } from 'react'
import { toastFailure } from '#web/lib/toasts'
import type { PictureDraft } from './kept_pictures.ts'
import type { Drawing } from './use_drawing.ts'

/** Checks a draft before it is drawn, and reports what is wrong with its prompt. */
export function usePictureRequest(
  draft: PictureDraft,
  onDraft: (draft: PictureDraft) => void,
  { running, problem, draw, clearProblem }: Pick<Drawing, 'running' | 'problem' | 'draw' | 'clearProblem'>
) {
  const [error, setError] = useState<string | null>(null)
  const promptField = useRef<HTMLTextAreaElement>(null)
  return {
    promptField,
    promptError: error ?? (problem?.isAboutPrompt ? problem.message : null),
    change: (changed: Partial<PictureDraft>) => {
      setError(null)
      if (problem) clearProblem()
      onDraft({ ...draft, ...changed })
    },
    submit: () => {
      if (running) return
      const checked = checkPrompt(rules, draft.prompt)
      if (checked.ok) return draw({ ...draft, prompt: checked.value })
      const { rule, message } = checked.failure
      setError(message)
      toastFailure(rule === 'forbidden' ? notAllowedTitle : 'Error', message)
      promptField.current?.focus()
    },
  }
}
