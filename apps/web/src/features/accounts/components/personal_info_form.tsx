import { limits, type User, type UserSettings } from '#modules/accounts/api'
import { Field, Input } from '#web/components/ui/field'
import { maxLength, type OnUnsavedChange } from '../settings_forms.ts'
import { useSettingsForm } from '../use_settings_form.ts'
import { EmailVerification } from './email_verification.tsx'
import { FormActions } from './form_actions.tsx'
import { PictureSetting } from './picture_setting.tsx'
import { SettingsSection } from './settings_section.tsx'

const keys = ['profileImageUrl', 'firstName', 'lastName', 'email'] as const

interface PersonalInfoFormProps {
  settings: UserSettings
  user: Pick<User, 'email' | 'emailVerified'>
  onUnsaved: OnUnsavedChange
}

export function PersonalInfoForm({ settings, user, onUnsaved }: PersonalInfoFormProps) {
  const { form, save, setIsUploading, actions } = useSettingsForm({
    name: 'personal',
    settings,
    keys,
    first: 'firstName',
    onUnsaved,
  })
  const { errors } = form.formState
  return (
    <SettingsSection
      title="Personal info"
      text="Your picture and first name appear next to your comments. Your e-mail address stays private."
    >
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
        <PictureSetting
          control={form.control}
          name="profileImageUrl"
          label="Profile picture"
          isOptional
          onBusyChange={setIsUploading}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="First name" isOptional error={errors.firstName?.message}>
            <Input autoComplete="given-name" {...form.register('firstName', { validate: maxLength(limits.nameMax) })} />
          </Field>
          <Field label="Last name" isOptional error={errors.lastName?.message}>
            <Input autoComplete="family-name" {...form.register('lastName', { validate: maxLength(limits.nameMax) })} />
          </Field>
        </div>
        <Field label="E-mail" hint="You sign in with it." error={errors.email?.message}>
          <Input
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('email', { validate: isEmail })}
          />
        </Field>
        {/* A changed address is verified after it is saved. */}
        {!errors.email && !form.formState.dirtyFields.email && <EmailVerification {...user} />}
        <FormActions label="Save changes" {...actions} />
      </form>
    </SettingsSection>
  )
}

/** A rough check; the server validates. */
const isEmail = (email: string) => {
  if (email.trim() === '') return 'Enter an e-mail address.'
  return /^\S+@\S+$/.test(email.trim()) || 'This isn’t an e-mail address.'
}
