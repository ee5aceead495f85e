import { limits, type CreatorNotes } from '#modules/gallery/api'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useId, useRef, useState, type Ref } from 'react'
import { Button } from '#web/components/ui/button'
import { Field, NativeSelect, TextArea } from '#web/components/ui/field'
import { IconButton } from '#web/components/ui/icon_button'
import { languageName } from '#web/lib/language_name'
import { labelOf } from '../character_values.ts'
import { Counter } from '../text_field.tsx'
import { useValue } from '../use_value.ts'

/** The languages offered for translations. Other languages stay if a card has them. */
const languages = 'ar cs da de el en es fi fr he hi hu id it ja ko nl no pl pt pt-BR ro ru sv th tr uk vi zh-CN zh-TW'
  .split(' ')
  .toSorted((one, other) => languageName(one).localeCompare(languageName(other), 'en'))

/** The creator's notes for readers of the character's page, in several languages. */
export function CreatorNotesField() {
  const { ref, value, onChange, onBlur, error } = useValue('creatorNotes')
  return (
    <div className="grid gap-4" onBlur={onBlur}>
      <Field
        label={labelOf('creatorNotes')}
        hint="For readers of the character’s page, such as how to start. Models don’t read them."
        error={error}
        aside={<Counter of={value.text} max={limits.creatorNotesMax} />}
      >
        <TextArea ref={ref} value={value.text} onChange={(event) => onChange({ ...value, text: event.target.value })} />
      </Field>
      <Translations notes={value} onChange={onChange} />
    </div>
  )
}

function Translations({ notes, onChange }: { notes: CreatorNotes; onChange: (notes: CreatorNotes) => void }) {
  const id = useId()
  const { translations } = notes
  const left = languages.filter((language) => !Object.hasOwn(translations, language))
  const [chosen, setChosen] = useState('')
  const chooser = useRef<HTMLSelectElement>(null)
  const language = left.includes(chosen) ? chosen : (left[0] ?? '')
  const [added, setAdded] = useState<string | null>(null)
  const set = (next: Record<string, string>) => onChange({ ...notes, translations: next })
  const remove = (language: string) => {
    set(Object.fromEntries(Object.entries(translations).filter(([other]) => other !== language)))
    chooser.current?.focus()
  }
  return (
    <>
      {Object.entries(translations).map(([language, text]) => (
        <Translation
          key={language}
          language={language}
          text={text}
          isAdded={added === language}
          onChange={(text) => set({ ...translations, [language]: text })}
          onRemove={() => remove(language)}
        />
      ))}
      {left.length > 0 && Object.keys(translations).length < limits.translationsMax && (
        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-sm font-semibold">
            Language of a translation
          </label>
          <div className="flex flex-wrap gap-2">
            <NativeSelect
              id={id}
              ref={chooser}
              className="min-w-40 flex-1 sm:max-w-60"
              value={language}
              onChange={(event) => setChosen(event.target.value)}
            >
              {left.map((language) => (
                <option key={language} value={language}>
                  {languageName(language)}
                </option>
              ))}
            </NativeSelect>
            <Button
              onClick={() => {
                setAdded(language)
                set({ ...translations, [language]: '' })
              }}
            >
              <Plus aria-hidden className="size-4" />
              Add translation
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

interface TranslationProps {
  language: string
  text: string
  /** Whether the translation was just added, so that its field gets the focus. */
  isAdded: boolean
  onChange: (text: string) => void
  onRemove: () => void
}

function Translation({ language, text, isAdded, onChange, onRemove }: TranslationProps) {
  const name = languageName(language)
  const focus: Ref<HTMLTextAreaElement> = (element) => {
    if (isAdded && text === '') element?.focus()
  }
  return (
    <div className="flex items-start gap-1">
      <Field label={`In ${name}`} className="flex-1" aside={<Counter of={text} max={limits.creatorNotesMax} />}>
        <TextArea ref={focus} lang={language} value={text} onChange={(event) => onChange(event.target.value)} />
      </Field>
      <IconButton size="s" label={`Remove the translation in ${name}`} icon={<Trash2 />} onClick={onRemove} />
    </div>
  )
}
