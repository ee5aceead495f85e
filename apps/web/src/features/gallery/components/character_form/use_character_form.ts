import { notAllowedTitle, type CharacterDetails } from '#modules/gallery/api'
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useForm, type FieldErrors, type UseFormReturn } from 'react-hook-form'
import { ApiError, isStatus, sentenceOf } from '#web/lib/api_error'
import { toastFailure } from '#web/lib/toasts'
import { useLeaveGuard, type LeaveGuard } from '#web/components/shared/use_leave_guard'
import {
  blankValues,
  changedValues,
  characterFields,
  isPartField,
  valuesOf,
  type CharacterField,
  type CharacterValues,
  type PartField,
} from './character_values.ts'
import { checkValues, forbiddenInAll, problemsOf, type FormProblem } from './check_values.ts'
import { loadDraft, removeDraft, saveDraft } from './drafts.ts'

interface CharacterFormOptions {
  /** The character to edit; null for a new character. */
  stored: CharacterDetails | null
  draftKey: string
  /** The initial avatar of a new character. */
  avatar?: string
  /** The toast for missing required fields. */
  missing: string
  /** The toast when saving fails without a reason from the server. */
  failure: string
  save: (values: CharacterValues, initial: CharacterValues) => Promise<CharacterDetails>
  onSaved: (character: CharacterDetails) => void
  /** Called when the character belongs to another user. */
  onDenied?: (message: string) => void
}

export interface CharacterFormState {
  form: UseFormReturn<CharacterValues>
  guard: LeaveGuard
  isSaving: boolean
  /** Whether the values differ from the stored values. */
  isChanged: boolean
  /** Whether the draft is saved on this device. */
  isKept: boolean
  /** Whether the form started with a draft. */
  isRestored: boolean
  /** Whether the session ended while the form was open. */
  isSignedOut: boolean
  /** Removes the draft and the leave guard once nothing is left to save. */
  finish: () => void
  /** Restores the stored values. */
  discard: () => void
  submit: () => Promise<void>
  /** Set by the tag picker. Adds a tag that was typed but not added. Returns false when the tag is invalid. */
  addTypedTag: RefObject<(() => boolean) | null>
  setBusy: (field: UploadField, isBusy: boolean) => void
  focusOn: (field: CharacterField) => void
  /** The advanced field that should get the focus. Its topic may be folded. */
  focusRequest: PartField | null
  endFocusRequest: () => void
}

export type PictureName = 'avatar' | 'background'
type UploadField = PictureName | 'assets'

const stillUploading = 'This picture is still uploading. Wait until it is finished.'

/** Returns the state of the character form: its values, errors, draft and saving. */
export function useCharacterForm({
  stored: latest,
  draftKey: key,
  avatar = '',
  missing,
  failure,
  save,
  onSaved,
  onDenied,
}: CharacterFormOptions): CharacterFormState {
  // Keeps the first value, because a refetch must not change the form while the user types.
  const [stored] = useState(latest)
  const [initial] = useState(() => (stored ? valuesOf(stored) : blankValues))
  const [draft] = useState(() => loadDraft(key))
  const [restored] = useState(() => ({ ...initial, ...draft }))
  // An avatar from the URL counts as a change.
  const [start] = useState(() => (avatar === '' ? restored : { ...restored, avatar, avatarFocus: null }))
  const [isRestored, setIsRestored] = useState(draft !== null)
  const [isChanged, setIsChanged] = useState(() => hasChanges(initial, start))
  const [isUnsaved, setIsUnsaved] = useState(false)
  const [busy, setBusyFields] = useState<readonly UploadField[]>([])
  const [isKept, setIsKept] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [isSignedOut, setIsSignedOut] = useState(false)
  const isFinished = useRef(false)
  const isSubmitting = useRef(false)
  const addTypedTag = useRef<(() => boolean) | null>(null)

  const form = useForm<CharacterValues>({
    defaultValues: start,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (values) => {
      const problems = checkValues(values, stored)
      return problems.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf(problems) }
    },
  })
  const guard = useLeaveGuard({ isActive: isUnsaved || busy.length > 0 })

  // Uses a layout effect, because 'Not saved yet' must not flash on mount.
  useLayoutEffect(() => {
    const keep = () => {
      if (isFinished.current) return
      const values = form.getValues()
      setIsKept(saveDraft(key, initial, values))
      const hasInput = hasChanges(initial, values)
      setIsChanged(hasInput)
      // A restored draft that the user hasn't changed is already saved.
      setIsUnsaved(hasInput && hasChanges(restored, values))
    }
    keep()
    return form.subscribe({ formState: { values: true }, callback: keep })
  }, [form, initial, restored, key])

  const setBusy = useCallback(
    (field: UploadField, isBusy: boolean) => {
      setBusyFields((others) => [...others.filter((other) => other !== field), ...(isBusy ? [field] : [])])
      form.clearErrors(field)
    },
    [form]
  )
  const [focusRequest, setFocusRequest] = useState<PartField | null>(null)
  const focusOn = useCallback(
    (field: CharacterField) => {
      if (isPartField(field)) return setFocusRequest(field)
      // Waits until the errors have rendered. Centers the field, because sticky bars cover the edges.
      setTimeout(() => {
        form.setFocus(field)
        document.activeElement?.scrollIntoView({ block: 'center' })
      })
    },
    [form]
  )

  const finish = () => {
    isFinished.current = true
    removeDraft(key)
    guard.release()
  }

  const send = async (values: CharacterValues) => {
    setIsSaving(true)
    try {
      const character = await save(values, initial)
      finish()
      onSaved(character)
    } catch (error) {
      handleError(error)
    } finally {
      setIsSaving(false)
    }
  }

  const handleError = (error: unknown) => {
    // The query client starts the new sign-in.
    if (isStatus(error, 401)) return setIsSignedOut(true)
    if (isStatus(error, 403) && onDenied) {
      finish()
      return onDenied(sentenceOf(error, failure))
    }
    const problems = error instanceof ApiError ? problemsOf(error.problems) : []
    for (const { field, rule, message } of problems) form.setError(field, { type: rule, message })
    const isForbidden = problems[0]?.rule === 'forbidden'
    toastFailure(isForbidden ? notAllowedTitle : 'Error', sentenceOf(error, failure))
    const invalid = characterFields.find((field) => problems.some((problem) => problem.field === field))
    if (invalid) focusOn(invalid)
  }

  const handleInvalid = () => {
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
      form.reset(initial)
    },
    submit: async () => {
      // Ignores a second click while submitting.
      if (isSubmitting.current || isFinished.current) return
      const [waiting] = busy
      if (waiting) {
        form.setError(waiting, { type: 'busy', message: stillUploading })
        return focusOn(waiting)
      }
      if (addTypedTag.current?.() === false) return focusOn('tags')
      isSubmitting.current = true
      await form
        .handleSubmit(send, handleInvalid)()
        .finally(() => (isSubmitting.current = false))
    },
    addTypedTag,
    setBusy,
    focusOn,
    focusRequest,
    endFocusRequest: useCallback(() => setFocusRequest(null), []),
  }
}

const hasChanges = (initial: CharacterValues, values: CharacterValues) =>
  Object.keys(changedValues(initial, values)).length > 0

const errorsOf = (problems: FormProblem[]): FieldErrors<CharacterValues> =>
  Object.fromEntries(problems.map(({ field, rule, message }) => [field, { type: rule, message }]))
