import { isPictureAddress, type UserSettings } from '#modules/accounts/api'
import { useEffect } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/api_error'
import { countCodePoints } from '#web/lib/code_points'
import { ownHosts } from '#web/lib/own_hosts'

/** Reports whether a form has unsaved changes. Must be stable between renders. */
export type OnUnsavedChange = (form: string, isUnsaved: boolean) => void

export function useReportUnsaved(form: string, isUnsaved: boolean, report: OnUnsavedChange): void {
  useEffect(() => {
    report(form, isUnsaved)
    return () => report(form, false)
  }, [form, isUnsaved, report])
}

export type SettingsText = Exclude<
  keyof UserSettings,
  'limitlessEnabled' | 'sampling' | 'reading' | 'pictureHosts' | 'asksBeforeNewModels'
>

/** Settings as form values: null becomes an empty string. */
export function formValues<Key extends SettingsText>(
  settings: UserSettings,
  keys: readonly Key[]
): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, settings[key] ?? ''])) as Record<Key, string>
}

/** Only the changed fields, so that saving doesn't overwrite changes from other devices. */
export function changedValues<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  values: Values
): Partial<Values> {
  const { dirtyFields } = form.formState
  return Object.fromEntries(Object.entries(values).filter(([key]) => dirtyFields[key as never])) as Partial<Values>
}

/** Resets a form after saving. Input typed during the request stays, and stays unsaved. */
export function resetToSaved<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  sent: Values,
  saved: Values
): void {
  for (const key of Object.keys(saved) as FieldPath<Values>[]) {
    const now = form.getValues(key)
    form.resetField(key, { defaultValue: saved[key] as never })
    if (now !== sent[key]) form.setValue(key, now as FieldPathValue<Values, typeof key>, { shouldDirty: true })
  }
}

/** Shows the server's field errors in the form and focuses the first. */
export function showFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): void {
  if (!(error instanceof ApiError)) return
  const fieldProblems = error.problems.filter(({ field }) => field in form.getValues())
  fieldProblems.forEach(({ field, message }, index) =>
    form.setError(field as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  )
}

/** Validates the length in code points, as the server counts. */
export const maxLength = (max: number) => (text: string) =>
  countCodePoints(text.trim()) <= max || `At most ${max.toLocaleString('en')} characters.`

/** Validates a picture's URL; empty is valid. */
export const pictureAddressRule = (address: string) =>
  address.trim() === '' ||
  isPictureAddress(address.trim(), ownHosts) ||
  'Enter a picture URL that starts with https:// or http://.'
