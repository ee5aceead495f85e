import { limits, type User, type UserSettings } from '#modules/accounts/api'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { Field, Input, TextArea } from '../../../components/ui/field.tsx'
import { PictureField } from '../../../components/ui/picture_field.tsx'
import { isStatus, sentenceOf } from '../../../lib/api_error.ts'
import { countCodePoints } from '../../../lib/code_points.ts'
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
import { PersonaPreview } from './persona_preview.tsx'
import { isPicture } from './personal_info_form.tsx'

const keys = ['personaAvatar', 'personaName', 'personaDescription', 'personaPersonality', 'personaBackground'] as const

const texts = [
  ['personaDescription', 'Description', 'What one sees of you, and hears.'],
  ['personaPersonality', 'Personality traits', 'What you are like.'],
  ['personaBackground', 'Background', 'Where you come from, and what you have been through.'],
] as const

interface PersonaFormProps {
  settings: UserSettings
  user: Pick<User, 'username' | 'firstName'>
  onUnsaved: TellUnsaved
}

/** Who somebody is in the chats, and beside it what a character gets to know of that. */
export function PersonaForm({ settings, user, onUnsaved }: PersonaFormProps) {
  const form = useForm({ defaultValues: textsOf(settings, keys) })
  const { errors, isDirty } = form.formState
  const values = useWatch({ control: form.control }) as Record<(typeof keys)[number], string>
  const change = useChangeSettings()
  const [isUploading, setIsUploading] = useState(false)
  useTellUnsaved('persona', isDirty, onUnsaved)

  const save = form.handleSubmit(async (values) => {
    if (change.isPending) return
    try {
      const user = await change.mutateAsync(changedOf(form, values))
      settle(form, values, textsOf(user, keys))
      toast('Settings Updated', 'Characters know it from your next message on.')
    } catch (error) {
      showProblems(form, error)
      if (!isStatus(error, 401)) toastFailure('Error', sentenceOf(error, 'Failed to update settings'))
    }
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 pt-2 pb-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)]">
      <section aria-labelledby="persona-heading">
        <h2 id="persona-heading" className="display text-xl">
          Your persona
        </h2>
        <p className="mt-1.5 text-ui text-pretty text-soft">
          Who you are in your chats. Everything here is optional, and other people do not see it.
        </p>
        <form noValidate onSubmit={(event) => void save(event)} className="mt-6 grid gap-5">
          <Controller
            control={form.control}
            name="personaAvatar"
            rules={{ validate: isPicture }}
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
          <Field label="Name" error={errors.personaName?.message} hint="Left empty, it is your username or first name.">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                {...form.register('personaName', { validate: atMost(limits.personaNameMax) })}
              />
            )}
          </Field>
          {texts.map(([key, label, hint]) => (
            <Field
              key={key}
              label={label}
              hint={hint}
              error={errors[key]?.message}
              aside={<Count text={values[key]} />}
            >
              {(control) => (
                <TextArea {...control} {...form.register(key, { validate: atMost(limits.personaTextMax) })} />
              )}
            </Field>
          ))}
          <FormActions
            label="Save persona"
            isLoading={change.isPending}
            isDisabled={!isDirty || isUploading}
            onDiscard={
              isDirty
                ? () => {
                    form.setFocus('personaName')
                    form.reset()
                  }
                : undefined
            }
          />
        </form>
      </section>
      <PersonaPreview persona={values} user={user} />
    </div>
  )
}

function Count({ text }: { text: string }) {
  return `${countCodePoints(text.trim()).toLocaleString('en')} / ${limits.personaTextMax.toLocaleString('en')}`
}
