import { isPictureAddress, type UserSettings } from '#modules/accounts/api'
import { useEffect } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, isStatus } from '../../lib/api_error.ts'
import { countCodePoints } from '../../lib/code_points.ts'
import { ownHosts } from '../../lib/own_hosts.ts'

/** Who wants to know whether a form holds what is not saved yet. Keep its identity. */
export type OnUnsavedChange = (form: string, isUnsaved: boolean) => void

export function useReportUnsaved(form: string, isUnsaved: boolean, tell: OnUnsavedChange): void {
  useEffect(() => {
    tell(form, isUnsaved)
    return () => tell(form, false)
  }, [form, isUnsaved, tell])
}

export type SettingsText = Exclude<keyof UserSettings, 'limitlessEnabled'>

/** The texts of these settings as a form holds them: empty where there is none. */
export function formValues<Key extends SettingsText>(
  settings: UserSettings,
  keys: readonly Key[]
): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, settings[key] ?? ''])) as Record<Key, string>
}

/** What was changed, to be sent: the rest stays as it is on the server, whoever changed it there. */
export function changedValues<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  values: Values
): Partial<Values> {
  const { dirtyFields } = form.formState
  return Object.fromEntries(Object.entries(values).filter(([key]) => dirtyFields[key as never])) as Partial<Values>
}

/** The form after it was saved. What was typed on meanwhile stays, and is still to be saved. */
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

/** What the server found wrong, beside the fields of this form; the first of them takes the focus. */
export function showFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): void {
  if (!(error instanceof ApiError)) return
  const fieldProblems = error.problems.filter(({ field }) => field in form.getValues())
  fieldProblems.forEach(({ field, message }, index) =>
    form.setError(field as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  )
}

/** Whether an error is told elsewhere than in the form's own notice: beside one of its fields, or, of an ended session, in a toast. */
export const isShownElsewhere = <Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean =>
  isStatus(error, 401) || (error instanceof ApiError && error.problems.some(({ field }) => field in form.getValues()))

/** The rule that a text is not too long, in the unit in which the server counts. */
export const maxLength = (max: number) => (text: string) =>
  countCodePoints(text.trim()) <= max || `At most ${max.toLocaleString('en')} characters.`

/** The rule that a picture, where there is one, has an address. */
export const pictureAddressRule = (address: string) =>
  address.trim() === '' ||
  isPictureAddress(address.trim(), ownHosts) ||
  'That is not the address of a picture: it begins with https:// or http://.'
