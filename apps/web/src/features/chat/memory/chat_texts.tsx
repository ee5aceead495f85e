import { limits, type ChatSession, type ChatSettings } from '#modules/chat/api'
import { Field, TextArea } from '#web/components/ui/field'
import { countCodePoints } from '#web/lib/code_points'
import { useSaveSetting } from './use_save_setting.ts'
import { DraftForm } from './draft_form.tsx'
import { SettingSection } from './setting_section.tsx'

/** The values of the form, as typed. */
export interface TextsDraft {
  scenario: string
  systemPrompt: string
}

interface ChatTextsProps {
  session: ChatSession
  onSession: (session: ChatSession) => void
  settings: Pick<ChatSettings, keyof TextsDraft>
  /** The unsaved input, which outlives the form. */
  draft: TextsDraft | null
  onDraft: (draft: TextsDraft | null) => void
}

const fields = [
  { key: 'scenario', label: 'Scenario', hint: 'If empty, the character’s own scenario.', max: limits.scenarioMax },
  {
    key: 'systemPrompt',
    label: 'Instructions',
    hint: 'If empty, those of the character’s creator.',
    max: limits.systemPromptMax,
  },
] as const

/** A form for the chat's own scenario and instructions, which replace those of its characters. A button saves it. */
export function ChatTexts({ session, onSession, settings, draft, onDraft }: ChatTextsProps) {
  const saving = useSaveSetting(session.id, 'Failed to save the texts.')
  const saved = { scenario: settings.scenario ?? '', systemPrompt: settings.systemPrompt ?? '' }
  const values = draft ?? saved
  const errorOf = ({ key, max }: (typeof fields)[number]) =>
    countCodePoints(values[key].trim()) > max ? `At most ${max.toLocaleString('en')} characters.` : null
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved)
  const isValid = fields.every((field) => errorOf(field) === null)
  const save = () => {
    const sent = { scenario: values.scenario.trim() || null, systemPrompt: values.systemPrompt.trim() || null }
    // The form may have closed until then. The hook reports failures.
    saving.mutateAsync(sent).then(
      ({ scenario }) => {
        onDraft(null)
        const { scenario: _, ...others } = session
        onSession(scenario === null ? others : { ...others, scenario })
      },
      () => {}
    )
  }
  return (
    <SettingSection
      title="This chat only"
      text="These texts replace the character’s in this chat. No other chat uses them."
    >
      <DraftForm
        label="Save texts"
        saving={saving}
        isChanged={isChanged}
        isValid={isValid}
        onSave={save}
        onDiscard={() => onDraft(null)}
      >
        {fields.map((field) => (
          <Field key={field.key} label={field.label} hint={field.hint} error={errorOf(field)}>
            <TextArea
              value={values[field.key]}
              onChange={(event) => onDraft({ ...values, [field.key]: event.target.value })}
            />
          </Field>
        ))}
      </DraftForm>
    </SettingSection>
  )
}
