import { useRef, useState } from 'react'
import { ApiError, isStatus, type FieldProblem } from '#web/lib/api_error'
import { toastError } from '#web/lib/toasts'

interface DraftOptions<Fields extends object> {
  saved: Fields
  /** Unsaved changes from an earlier visit to the form. */
  initial?: Partial<Fields>
  onDraft?: (draft: Partial<Fields>) => void
  save: (draft: Partial<Fields>) => Promise<unknown>
  /** Reads the version that another tab has saved. */
  reload: () => Promise<unknown>
}

/** Keeps the unsaved changes of a form. A save sends only the changed fields, so that it doesn't overwrite changes of another tab. */
export function useDraft<Fields extends object>({ saved, initial, onDraft, save, reload }: DraftOptions<Fields>) {
  const [draft, setDraft] = useState<Partial<Fields>>(initial ?? {})
  const [isSaving, setIsSaving] = useState(false)
  const [hasConflict, setHasConflict] = useState(false)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  /** Part of the React keys of inputs that keep the typed text. A new value remounts them. */
  const [generation, setGeneration] = useState(0)
  const fields: Fields = { ...saved, ...draft }
  const isDirty = Object.keys(draft).length > 0
  const latest = useRef(draft)
  const set = (next: Partial<Fields>) => {
    latest.current = next
    setDraft(next)
    onDraft?.(next)
  }
  const change = (changed: Partial<Fields>) => {
    const next = { ...latest.current, ...changed }
    for (const field of Object.keys(changed) as (keyof Fields)[])
      if (isEqual(next[field], saved[field])) delete next[field]
    setProblems((now) => now.filter(({ field }) => !(field.split('.')[0]! in changed)))
    set(next)
  }
  const discard = () => {
    set({})
    setProblems([])
    setHasConflict(false)
    setGeneration((number) => number + 1)
  }
  const submit = async () => {
    if (isSaving || !isDirty) return
    setIsSaving(true)
    const sent = draft
    try {
      await save(sent)
      setHasConflict(false)
      setProblems([])
      // Text that was typed during the request stays, and stays unsaved.
      const typed = Object.entries(latest.current).filter(([field, value]) => value !== sent[field as keyof Fields])
      set(Object.fromEntries(typed) as Partial<Fields>)
    } catch (error) {
      if (isStatus(error, 409)) {
        await reload()
        setHasConflict(true)
      } else if (isStatus(error, 404)) await reload()
      else if (error instanceof ApiError && error.problems.length > 0) setProblems(error.problems)
      else toastError(error, 'Check your connection and try again.', 'Not saved')
    } finally {
      setIsSaving(false)
    }
  }
  const problemOf = (field: keyof Fields): string | null =>
    problems.find((problem) => problem.field.split('.')[0] === field)?.message ?? null
  return { fields, isDirty, isSaving, hasConflict, generation, change, discard, submit, problemOf }
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the values of a stored object that a form with these blank values edits. */
export const valuesOf = <Fields extends object>(stored: Fields, blank: Fields): Fields =>
  Object.fromEntries(Object.keys(blank).map((field) => [field, stored[field as keyof Fields]])) as Fields
