import { limits, isPictureAddress, userName, type User, type UserSettings } from '#modules/accounts/api'
import { fillMacros } from '#modules/gallery/api'
import { useWatch } from 'react-hook-form'
import { Field, Input, TextArea } from '#web/components/ui/field'
import { countCodePoints } from '#web/lib/code_points'
import { Avatar } from '#web/components/shared/avatar'
import { ownHosts } from '#web/lib/own_hosts'
import { maxLength, type OnUnsavedChange } from '../settings_forms.ts'
import { useSettingsForm } from '../use_settings_form.ts'
import { FormActions } from './form_actions.tsx'
import { PictureSetting } from './picture_setting.tsx'

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
          <PictureSetting control={form.control} name="personaAvatar" label="Avatar" onBusyChange={setIsUploading} />
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

interface PersonaPreviewProps {
  persona: {
    personaAvatar: string
    personaName: string
    personaDescription: string
    personaPersonality: string
    personaBackground: string
  }
  user: Pick<User, 'username' | 'firstName'>
}

/** The names and texts that the prompt contains about the user. */
function PersonaPreview({ persona, user }: PersonaPreviewProps) {
  const name = userName({ ...user, personaName: persona.personaName.trim() })
  const promptTexts = [persona.personaDescription, persona.personaPersonality, persona.personaBackground]
    .map((text) => fillMacros(text, { char: 'the character', user: name }).trim())
    .filter(Boolean)
  const avatar = persona.personaAvatar.trim()
  return (
    <aside aria-labelledby="preview-heading" className="self-start lg:sticky lg:top-[calc(var(--top-bar)+1.5rem)]">
      <div className="overflow-clip rounded-card border border-line bg-raised">
        <div className="flex items-center gap-4 border-b border-line p-5">
          <Avatar address={isPictureAddress(avatar, ownHosts) ? avatar : null} name={name} size="l" />
          <div className="min-w-0">
            <h2 id="preview-heading" className="text-sm text-faint">
              How characters see you
            </h2>
            <p className="display text-xl break-words">{name}</p>
          </div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 text-ui">
          <div>
            <h3 id="prompt-heading" className="text-sm font-semibold">
              Characters know
            </h3>
            {promptTexts.length > 0 ? (
              <blockquote
                // Makes it scrollable by keyboard.
                tabIndex={0}
                aria-labelledby="prompt-heading"
                className="mt-2 max-h-80 overflow-y-auto border-l-2 border-accent-text/60 pl-4"
              >
                <p className="font-semibold break-words">Who {name} is</p>
                {promptTexts.map((text, index) => (
                  <p key={index} className="mt-1 break-words whitespace-pre-wrap text-soft">
                    {text}
                  </p>
                ))}
              </blockquote>
            ) : (
              <p className="mt-1 text-soft">Your name, {name}.</p>
            )}
          </div>
          <div>
            <h3 className="text-sm font-semibold">What they call you</h3>
            <p className="mt-1 break-words text-soft">
              <code className="rounded bg-hover px-1.5 py-0.5 text-sm">{'{{user}}'}</code> in a character’s texts
              becomes <strong className="font-semibold text-text">{name}</strong>.
            </p>
          </div>
        </div>
      </div>
    </aside>
  )
}
