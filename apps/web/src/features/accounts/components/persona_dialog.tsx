import { limits, type ListedPersona } from '#modules/accounts/api'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { LorebookChoice } from '#web/components/shared/lorebook_choice'
import { useSavePersona } from '#web/components/shared/persona_queries'
import { nameOf } from '#web/components/shared/persona_select'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input, TextArea } from '#web/components/ui/field'
import { maxLength } from '../settings_forms.ts'
import { DialogForm } from './dialog_form.tsx'
import { PictureSetting } from './picture_setting.tsx'

const texts = [
  ['description', 'Description', 'How you look and sound.'],
  ['personality', 'Personality traits', 'How you think and behave.'],
  ['background', 'Background', 'Your history and origins.'],
] as const

interface PersonaDialogProps {
  /** Null: a new one. Of the default one, whose texts have a form of their own, it edits the lorebooks. */
  persona: ListedPersona | null
  /** The picture of a new one. */
  avatar?: string
  onClose: () => void
}

export function PersonaDialog({ persona, avatar = '', onClose }: PersonaDialogProps) {
  const form = useForm({
    defaultValues: {
      avatar: persona ? (persona.avatar ?? '') : avatar,
      name: persona?.name ?? '',
      description: persona?.description ?? '',
      personality: persona?.personality ?? '',
      background: persona?.background ?? '',
    },
  })
  const { errors } = form.formState
  const [lorebookIds, setLorebookIds] = useState(persona?.lorebookIds ?? [])
  const [isUploading, setIsUploading] = useState(false)
  const save = useSavePersona()
  const hasTexts = !persona?.isDefault
  const title = !persona ? 'New persona' : hasTexts ? 'Edit persona' : `Lorebooks of ${nameOf(persona)}`
  return (
    <Dialog isOpen onClose={onClose} title={title} width="medium">
      <DialogForm
        form={form}
        sending={save}
        onSend={(values) =>
          save.mutateAsync({ id: persona?.id ?? null, change: { ...(hasTexts && values), lorebookIds } }).then(onClose)
        }
        onCancel={onClose}
        submitLabel="Save persona"
        isDisabled={isUploading}
        failure="Failed to save the persona."
        className="mt-5 grid gap-5"
        actionsClassName="mt-5"
      >
        {hasTexts && (
          <>
            <Field label="Name" error={errors.name?.message} hint="If empty, we use your username or first name.">
              <Input autoComplete="off" {...form.register('name', { validate: maxLength(limits.personaNameMax) })} />
            </Field>
            <PictureSetting control={form.control} name="avatar" label="Avatar" onBusyChange={setIsUploading} />
            {texts.map(([key, label, hint]) => (
              <Field key={key} label={label} hint={hint} error={errors[key]?.message}>
                <TextArea {...form.register(key, { validate: maxLength(limits.personaTextMax) })} />
              </Field>
            ))}
          </>
        )}
        <fieldset>
          <legend className="text-sm font-semibold">Lorebooks</legend>
          <p className="mt-0.5 mb-2 text-sm text-soft">Their entries join the prompts of chats with this persona.</p>
          <LorebookChoice
            chosen={lorebookIds}
            onChange={setLorebookIds}
            max={limits.personaLorebooksMax}
            fullText={`A persona can have ${limits.personaLorebooksMax} lorebooks.`}
            showsAlwaysOn
          />
        </fieldset>
      </DialogForm>
    </Dialog>
  )
}
