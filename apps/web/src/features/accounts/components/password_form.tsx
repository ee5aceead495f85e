import { limits } from '#modules/accounts/api'
import { changePassword } from '#modules/accounts/calls'
import { useForm } from 'react-hook-form'
import { Field, Input } from '#web/components/ui/field'
import { countCodePoints } from '#web/lib/code_points'
import { toast, toastError } from '#web/lib/toasts'
import { useProvenCall } from '#web/lib/reauthentication'
import { settingsQuery } from '../settings.ts'
import { showFieldErrors, useReportUnsaved, type OnUnsavedChange } from '../settings_forms.ts'
import { FormActions } from './form_actions.tsx'
import { SettingsSection } from './settings_section.tsx'

const empty = { currentPassword: '', newPassword: '', confirmation: '' }

interface PasswordFormProps {
  email: string
  hasPassword: boolean
  onUnsaved: OnUnsavedChange
}

/** Changes the password, or sets the first one. */
export function PasswordForm({ email, hasPassword, onUnsaved }: PasswordFormProps) {
  const form = useForm({ defaultValues: empty })
  const { errors, isDirty } = form.formState
  const change = useProvenCall(changePassword, (queryClient) =>
    queryClient.setQueryData(settingsQuery().queryKey, (settings) => settings && { ...settings, hasPassword: true })
  )
  useReportUnsaved('password', isDirty, onUnsaved)

  const save = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    if (change.isPending) return
    try {
      await change.mutateAsync({ body: hasPassword ? { currentPassword, newPassword } : { newPassword } })
      form.reset(empty)
      if (hasPassword) toast('Password Changed', 'You stay signed in here. All other devices have been signed out.')
      else toast('Password Set', 'You can now sign in with your e-mail and this password.')
    } catch (error) {
      showFieldErrors(form, error)
      toastError(error, 'Failed to change password')
    }
  })
  return (
    <SettingsSection
      title="Password"
      text={
        hasPassword
          ? 'Changing it signs you out on all other devices.'
          : 'You have no password yet. With one, you can also sign in by e-mail. Setting it signs you out on all other devices.'
      }
    >
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
        {/* Password managers store a password under this name. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Current password" error={errors.currentPassword?.message}>
              <Input
                type="password"
                autoComplete="current-password"
                {...form.register('currentPassword', {
                  required: 'Enter your current password.',
                  shouldUnregister: true,
                })}
              />
            </Field>
          </div>
        )}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label="New password"
            hint={`At least ${limits.passwordMin} characters.`}
            error={errors.newPassword?.message}
          >
            <Input
              type="password"
              autoComplete="new-password"
              minLength={limits.passwordMin}
              {...form.register('newPassword', { validate: passwordProblem, deps: 'confirmation' })}
            />
          </Field>
          <Field label="Confirm new password" error={errors.confirmation?.message}>
            <Input
              type="password"
              autoComplete="new-password"
              minLength={limits.passwordMin}
              {...form.register('confirmation', {
                validate: (again, { newPassword }) => again === newPassword || "New passwords don't match",
              })}
            />
          </Field>
        </div>
        <FormActions
          label={hasPassword ? 'Change password' : 'Set a password'}
          isLoading={change.isPending}
          isDisabled={!isDirty}
          onDiscard={
            isDirty
              ? () => {
                  form.setFocus(hasPassword ? 'currentPassword' : 'newPassword')
                  form.reset()
                }
              : undefined
          }
        />
      </form>
    </SettingsSection>
  )
}

const passwordProblem = (password: string) => {
  const length = countCodePoints(password)
  if (length < limits.passwordMin) return `Password must be at least ${limits.passwordMin} characters long`
  return length <= limits.passwordMax || `Password must be at most ${limits.passwordMax} characters long`
}
