import { notAllowedTitle, type Character } from '#modules/gallery/api'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useForm, type FieldErrors, type UseFormReturn } from 'react-hook-form'
import { ApiError, isStatus, sentenceOf } from '../../../../lib/api_error.ts'
import { toastFailure } from '../../../../lib/toasts.ts'
import { useLeaveGuard, type LeaveGuard } from '../../../../components/shared/use_leave_guard.ts'
import {
  changedValues,
  characterFields,
  newValues,
  valuesOf,
  type CharacterField,
  type CharacterValues,
} from './character_values.ts'
import { checkValues, forbiddenInAll, problemsOf, type FormProblem } from './check_values.ts'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'

export interface CharacterFormOptions {
  /** The character that is edited; null for a new one. */
  stored: Character | null
  draftKey: string
  /** The picture that a new one begins with. */
  avatar?: string
  /** What is said when something that is needed is missing. */
  missing: string
  /** What is said when it could not be saved and the server gave no reason. */
  failure: string
  /** Sends it. */
  save: (values: CharacterValues, first: CharacterValues) => Promise<Character>
  onSaved: (character: Character) => void
  /** It is not the caller's. */
  onDenied?: (message: string) => void
  /** Paths that one comes back from. */
  exempt?: readonly string[]
}

export interface CharacterFormState {
  form: UseFormReturn<CharacterValues>
  guard: LeaveGuard
  isSaving: boolean
  /** Something differs from what is stored. */
  isChanged: boolean
  /** What was changed is kept on this device until it is saved. */
  isKept: boolean
  /** It began with a draft that was left here. */
  isRestored: boolean
  /** The session ended with the form open. */
  isSignedOut: boolean
  /** There is nothing left to save: the draft goes, and nobody is asked on leaving. */
  finish: () => void
  /** Back to what is stored. */
  discard: () => void
  submit: () => Promise<void>
  /** A tag that was typed and not added is sent along: whoever owns its field adds it. False when it can't be added. */
  addTypedTag: RefObject<(() => boolean) | null>
  setBusy: (field: PictureName, isBusy: boolean) => void
  focusOn: (field: CharacterField) => void
}

type PictureName = 'avatar' | 'background'

const stillUploading = 'This picture is still on its way. Wait until it is uploaded.'

/** A character being written: its values, mistakes and draft, and how it is saved. */
export function useCharacterForm({
  stored: latest,
  draftKey: key,
  avatar = '',
  missing,
  failure,
  save,
  onSaved,
  onDenied,
  exempt,
}: CharacterFormOptions): CharacterFormState {
  // What it began with: later news from the server must not change what someone is writing.
  const [stored] = useState(latest)
  const [first] = useState(() => (stored ? valuesOf(stored) : newValues()))
  const [begun] = useState(() => ({ ...first, ...readDraft(key), ...(avatar === '' ? {} : { avatar }) }))
  const [isRestored, setIsRestored] = useState(() => readDraft(key) !== null)
  const [isChanged, setIsChanged] = useState(() => hasChanges(first, begun))
  // An avatar that was brought along is as good as typed.
  const [isKept, setIsKept] = useState(() => keepDraft(key, first, begun))
  const [isSaving, setIsSaving] = useState(false)
  const [isSignedOut, setIsSignedOut] = useState(false)
  const isOver = useRef(false)
  const isSubmitting = useRef(false)
  const busy = useRef(new Set<PictureName>())
  const addTypedTag = useRef<(() => boolean) | null>(null)

  const form = useForm<CharacterValues>({
    defaultValues: begun,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (values) => {
      const problems = checkValues(values, stored)
      return problems.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf(problems) }
    },
  })
  const guard = useLeaveGuard({ isActive: isChanged, exempt })

  useEffect(() => {
    const keep = () => {
      if (isOver.current) return
      const values = form.getValues()
      setIsKept(keepDraft(key, first, values))
      setIsChanged(hasChanges(first, values))
    }
    return form.subscribe({ formState: { values: true }, callback: keep })
  }, [form, first, key])

  const setBusy = useCallback(
    (field: PictureName, isBusy: boolean) => {
      if (isBusy) busy.current.add(field)
      else busy.current.delete(field)
      // What was wrong is being mended, or has been.
      form.clearErrors(field)
    },
    [form]
  )
  const focusOn = useCallback(
    // After React has drawn what went wrong, and away from the edges, where notices and bars lie above the page.
    (field: CharacterField) =>
      void setTimeout(() => {
        form.setFocus(field)
        document.activeElement?.scrollIntoView({ block: 'center' })
      }),
    [form]
  )

  const finish = () => {
    isOver.current = true
    dropDraft(key)
    guard.release()
  }

  const send = async (values: CharacterValues) => {
    setIsSaving(true)
    try {
      const character = await save(values, first)
      finish()
      onSaved(character)
    } catch (error) {
      refused(error)
    } finally {
      setIsSaving(false)
    }
  }

  const refused = (error: unknown) => {
    // Whoever is signed out is told so, and led to the sign-in page, for every call alike.
    if (isStatus(error, 401)) return setIsSignedOut(true)
    if (isStatus(error, 403) && onDenied) {
      finish()
      return onDenied(sentenceOf(error, failure))
    }
    const problems = error instanceof ApiError ? problemsOf(error.problems) : []
    for (const { field, rule, message } of problems) form.setError(field, { type: rule, message })
    const isForbidden = problems[0]?.rule === 'forbidden'
    toastFailure(isForbidden ? notAllowedTitle : 'Error', sentenceOf(error, failure))
    const wrong = characterFields.find((field) => problems.some((problem) => problem.field === field))
    if (wrong) focusOn(wrong)
  }

  const point = () => {
    const values = form.getValues()
    const problems = checkValues(values, stored)
    const words = forbiddenInAll(values)
    if (problems.some(({ rule }) => rule === 'required')) toastFailure('Error', missing)
    else if (words !== null) toastFailure(notAllowedTitle, words)
    else if (problems[0]) toastFailure('Error', problems[0].message)
    if (problems[0]) focusOn(problems[0].field)
  }

  return {
    form,
    guard,
    isSaving,
    isChanged,
    isKept,
    isRestored,
    isSignedOut,
    finish,
    discard: () => {
      setIsRestored(false)
      form.reset(first)
    },
    submit: async () => {
      // Two presses, however fast, are one.
      if (isSubmitting.current || isOver.current) return
      const [waiting] = busy.current
      if (waiting) {
        form.setError(waiting, { type: 'busy', message: stillUploading })
        return focusOn(waiting)
      }
      if (addTypedTag.current?.() === false) return focusOn('tags')
      isSubmitting.current = true
      await form
        .handleSubmit(send, point)()
        .finally(() => (isSubmitting.current = false))
    },
    addTypedTag,
    setBusy,
    focusOn,
  }
}

const hasChanges = (first: CharacterValues, values: CharacterValues) =>
  Object.keys(changedValues(first, values)).length > 0

const errorsOf = (problems: FormProblem[]): FieldErrors<CharacterValues> =>
  Object.fromEntries(problems.map(({ field, rule, message }) => [field, { type: rule, message }]))
