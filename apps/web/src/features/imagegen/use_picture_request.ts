import * as rules from '#config/content_rules'
import { notAllowedTitle } from '#modules/gallery/api'
import { checkOptions, checkPrompt, type ImageModelOffer } from '#modules/imagegen/api'
import { useRef, useState } from 'react'
import { toastFailure } from '#web/lib/toasts'
import { optionsOf } from '#web/components/shared/image_models'
import type { PictureDraft } from './kept_pictures.ts'
import type { Drawing } from './use_drawing.ts'

interface OptionError {
  option: string | null
  message: string
}

/** Checks a draft before it is drawn, and reports what is wrong with its prompt and options. */
export function usePictureRequest(
  draft: PictureDraft,
  onDraft: (draft: PictureDraft) => void,
  offer: ImageModelOffer | undefined,
  { running, problem, draw, clearProblem }: Pick<Drawing, 'running' | 'problem' | 'draw' | 'clearProblem'>
) {
  const [error, setError] = useState<string | null>(null)
  const [optionError, setOptionError] = useState<OptionError | null>(null)
  const promptField = useRef<HTMLTextAreaElement>(null)
  return {
    promptField,
    promptError: error ?? (problem?.isAboutPrompt ? problem.message : null),
    optionError,
    change: (changed: Partial<PictureDraft>) => {
      setError(null)
      setOptionError(null)
      if (problem) clearProblem()
      onDraft({ ...draft, ...changed })
    },
    submit: () => {
      if (running) return
      const checked = checkPrompt(rules, draft.prompt)
      const { name = '', options = [] } = offer ?? {}
      const chosen = checkOptions(rules, { name, options }, optionsOf(draft.options, offer))
      if (!chosen.ok) {
        setOptionError(chosen.failure)
        toastFailure(chosen.failure.rule === 'forbidden' ? notAllowedTitle : 'Error', chosen.failure.message)
      }
      if (checked.ok) return chosen.ok && draw({ ...draft, prompt: checked.value })
      const { rule, message } = checked.failure
      setError(message)
      toastFailure(rule === 'forbidden' ? notAllowedTitle : 'Error', message)
      promptField.current?.focus()
    },
  }
}
