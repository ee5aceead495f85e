import type { UserSettings } from '#modules/accounts/api'
import { useState } from 'react'
import { useForm, type DefaultValues, type Path } from 'react-hook-form'
import { toast, toastError } from '#web/lib/toasts'
import { useChangeSettings } from './settings.ts'
import {
  changedValues,
  resetToSaved,
  showFieldErrors,
  formValues,
  useReportUnsaved,
  type SettingsText,
  type OnUnsavedChange,
} from './settings_forms.ts'

interface SettingsFormOptions<Key extends SettingsText> {
  /** Identifies the form among those with unsaved changes. */
  name: string
  settings: UserSettings
  keys: readonly Key[]
  /** Receives the focus after discarding. */
  first: Key
  /** The text of the toast after saving. */
  saved?: string
  onUnsaved: OnUnsavedChange
}

/** A form over some settings: save, server errors, discard, and waiting for uploads. */
export function useSettingsForm<Key extends SettingsText>(options: SettingsFormOptions<Key>) {
  const { name, settings, keys, first, saved, onUnsaved } = options
  const form = useForm<Record<Key, string>>({
    defaultValues: formValues(settings, keys) as DefaultValues<Record<Key, string>>,
  })
  const { isDirty } = form.formState
  const change = useChangeSettings()
  const [isUploading, setIsUploading] = useState(false)
  useReportUnsaved(name, isDirty || isUploading, onUnsaved)

  const save = form.handleSubmit(async (values) => {
    if (change.isPending) return
    try {
      const user = await change.mutateAsync({ body: changedValues(form, values) })
      resetToSaved(form, values, formValues(user, keys))
      toast('Settings Updated', saved)
    } catch (error) {
      showFieldErrors(form, error)
      toastError(error, 'Failed to update settings')
    }
  })
  const discard = () => {
    form.setFocus(first as string as Path<Record<Key, string>>)
    form.reset()
  }
  return {
    form,
    save,
    setIsUploading,
    actions: {
      isLoading: change.isPending,
      isDisabled: !isDirty || isUploading,
      onDiscard: isDirty ? discard : undefined,
    },
  }
}
