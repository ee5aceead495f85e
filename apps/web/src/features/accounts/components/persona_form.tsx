import { limits, type User, type UserSettings } from '#modules/accounts/api'
import { Controller, useWatch } from 'react-hook-form'
import { Field, Input, TextArea } from '#web/components/ui/field'
import { PictureField } from '#web/components/shared/picture_field'
import { countCodePoints } from '#web/lib/code_points'
import { maxLength, pictureAddressRule, type OnUnsavedChange } from '../settings_forms.ts'
import { useSettingsForm } from '../use_settings_form.ts'
import { FormActions } from './form_actions.tsx'
import { PersonaPreview } from './persona_preview.tsx'

const keys = ['personaAvatar', 'personaName', 'personaDescription', 'personaPersonality', 'personaBackground'] as const

const texts = [
  ['personaDescription', 'Description', 'How you look and sound.'],
  ['personaPersonality', 'Personality traits', 'How you think and behave.'],
  ['personaBackground', 'Background', 'Your history and origins.'],
] as const

interface PersonaFormProps {
  settings: UserSettings
  user: Pick<User, 'username' | 'firstName'>
  onUnsaved: OnUnsavedChange
}

/** The user's persona, with a preview of its part of the prompt. */
export function PersonaForm({ settings, user, onUnsaved }: PersonaFormProps) {
  const { form, save, setIsUploading, actions } = useSettingsForm({
    name: 'persona',
    settings,
    keys,
    first: 'personaName',
    saved: 'Characters will use it from your next message.',
    onUnsaved,
  })
  const { errors } = form.formState
  const values = useWatch({ control: form.control }) as Record<(typeof keys)[number], string>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 pt-2 pb-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)]">
      <section aria-labelledby="persona-heading">
        <h2 id="persona-heading" className="display text-xl">
          Your persona
        </h2>
        <p className="mt-1.5 text-ui text-pretty text-soft">
          Who you are in your chats. All fields are optional and hidden from other users.
        </p>
        <form noValidate onSubmit={(event) => void save(event)} className="mt-6 grid gap-5">
          <Controller
            control={form.control}
            name="personaAvatar"
            rules={{ validate: pictureAddressRule }}
            render={({ field, fieldState }) => (
              <PictureField
                label="Avatar"
                shape="round"
                {...field}
                error={fieldState.error?.message}
                onBusyChange={setIsUploading}
              />
            )}
          />
          <Field label="Name" error={errors.personaName?.message} hint="If empty, we use your username or first name.">
            <Input
              autoComplete="off"
              {...form.register('personaName', { validate: maxLength(limits.personaNameMax) })}
            />
          </Field>
          {texts.map(([key, label, hint]) => (
            <Field
              key={key}
              label={label}
              hint={hint}
              error={errors[key]?.message}
              aside={<CharacterCount text={values[key]} />}
            >
              <TextArea {...form.register(key, { validate: maxLength(limits.personaTextMax) })} />
            </Field>
          ))}
          <FormActions label="Save persona" {...actions} />
        </form>
      </section>
      <PersonaPreview persona={values} user={user} />
    </div>
  )
}

function CharacterCount({ text }: { text: string }) {
  return `${countCodePoints(text.trim()).toLocaleString('en')} / ${limits.personaTextMax.toLocaleString('en')}`
}
