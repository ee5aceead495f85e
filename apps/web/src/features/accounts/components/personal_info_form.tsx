import { isPictureAddress, limits, type UserSettings } from '#modules/accounts/api'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Field, Input } from '../../../components/ui/field.tsx'
import { PictureField } from '../../../components/ui/picture_field.tsx'
import { isStatus, sentenceOf } from '../../../lib/api_error.ts'
import { toast, toastFailure } from '../../../lib/toasts.ts'
import { useChangeSettings } from '../api/change_settings.ts'
import {
  atMost,
  changedOf,
  settle,
  showProblems,
  textsOf,
  useTellUnsaved,
  type TellUnsaved,
} from '../settings_forms.ts'
import { FormActions } from './form_actions.tsx'
import { SettingsSection } from './settings_section.tsx'

const keys = ['profileImageUrl', 'firstName', 'lastName', 'email'] as const

/** Who somebody is to the product and to other people. */
export function PersonalInfoForm({ settings, onUnsaved }: { settings: UserSettings; onUnsaved: TellUnsaved }) {
  const form = useForm({ defaultValues: textsOf(settings, keys) })
  const { errors, isDirty } = form.formState
  const change = useChangeSettings()
  const [isUploading, setIsUploading] = useState(false)
  useTellUnsaved('personal', isDirty, onUnsaved)

  const save = form.handleSubmit(async (values) => {
    if (change.isPending) return
    try {
      const user = await change.mutateAsync(changedOf(form, values))
      settle(form, values, textsOf(user, keys))
      toast('Settings Updated')
    } catch (error) {
      showProblems(form, error)
      if (!isStatus(error, 401)) toastFailure('Error', sentenceOf(error, 'Failed to update settings'))
    }
  })
  return (
    <SettingsSection
      title="Personal info"
      text="Your picture and first name stand beside your comments. Your e-mail address is shown to nobody else."
    >
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
        <Controller
          control={form.control}
          name="profileImageUrl"
          rules={{ validate: isPicture }}
          render={({ field, fieldState }) => (
            <PictureField
              label="Profile picture"
              shape="round"
              isOptional
              {...field}
              error={fieldState.error?.message}
              onBusyChange={setIsUploading}
            />
          )}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="First name" isOptional error={errors.firstName?.message}>
            {(control) => (
              <Input
                {...control}
                autoComplete="given-name"
                {...form.register('firstName', { validate: atMost(limits.nameMax) })}
              />
            )}
          </Field>
          <Field label="Last name" isOptional error={errors.lastName?.message}>
            {(control) => (
              <Input
                {...control}
                autoComplete="family-name"
                {...form.register('lastName', { validate: atMost(limits.nameMax) })}
              />
            )}
          </Field>
        </div>
        <Field label="E-mail" hint="You sign in with it." error={errors.email?.message}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              {...form.register('email', { validate: isEmail })}
            />
          )}
        </Field>
        <FormActions
          label="Save changes"
          isLoading={change.isPending}
          isDisabled={!isDirty || isUploading}
          onDiscard={
            isDirty
              ? () => {
                  form.setFocus('firstName')
                  form.reset()
                }
              : undefined
          }
        />
      </form>
    </SettingsSection>
  )
}

export const isPicture = (address: string) =>
  address.trim() === '' ||
  isPictureAddress(address.trim()) ||
  'That is not the address of a picture: it begins with https:// or http://.'

/** The server looks closer. */
const isEmail = (email: string) => {
  if (email.trim() === '') return 'Please give an e-mail address.'
  return /^\S+@\S+$/.test(email.trim()) || 'That is not an e-mail address.'
}
