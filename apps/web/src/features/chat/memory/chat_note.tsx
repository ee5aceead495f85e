import { limits, type AuthorsNote, type ChatSettings } from '#modules/chat/api'
import { Field, Input, NativeSelect, TextArea } from '#web/components/ui/field'
import { countCodePoints } from '#web/lib/code_points'
import { useSaveSetting } from './use_save_setting.ts'
import { DraftForm } from './draft_form.tsx'
import { SettingSection } from './setting_section.tsx'

/** The values of the note form, as typed. */
export interface NoteDraft {
  text: string
  depth: string
  role: AuthorsNote['role']
  every: string
}

interface ChatNoteProps {
  sessionId: string
  note: ChatSettings['note']
  /** The unsaved input, which outlives the form. */
  draft: NoteDraft | null
  onDraft: (draft: NoteDraft | null) => void
}

const draftOf = (note: AuthorsNote | null): NoteDraft => ({
  text: note?.text ?? '',
  depth: String(note?.depth ?? 4),
  role: note?.role ?? 'system',
  every: String(note?.every ?? 1),
})

const isWhole = (text: string, min: number, max: number) => /^\d+$/.test(text) && +text >= min && +text <= max

/** A form for the user's own note to the model. A button saves it. */
export function ChatNote({ sessionId, note, draft, onDraft }: ChatNoteProps) {
  const saving = useSaveSetting(sessionId, 'Failed to save the note.')
  const saved = draftOf(note)
  const values = draft ?? saved
  const set = (change: Partial<NoteDraft>) => onDraft({ ...values, ...change })
  const { noteMax, noteDepthMax, noteEveryMax } = limits
  const errors = {
    text: countCodePoints(values.text.trim()) > noteMax ? `At most ${noteMax.toLocaleString('en')} characters.` : null,
    depth: isWhole(values.depth, 0, noteDepthMax) ? null : `A whole number from 0 to ${noteDepthMax}.`,
    every: isWhole(values.every, 1, noteEveryMax) ? null : `A whole number from 1 to ${noteEveryMax}.`,
  }
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved)
  const isValid = Object.values(errors).every((error) => error === null)
  const save = () => {
    const text = values.text.trim()
    const sent = text ? { text, depth: +values.depth, role: values.role, every: +values.every } : null
    saving.mutate({ note: sent }, { onSuccess: () => onDraft(null) })
  }
  return (
    <SettingSection title="Author’s note" text="What the model should keep in mind, close to the newest messages.">
      <DraftForm
        label="Save note"
        saving={saving}
        isChanged={isChanged}
        isValid={isValid}
        onSave={save}
        onDiscard={() => onDraft(null)}
      >
        <Field label="Note" error={errors.text}>
          <TextArea value={values.text} onChange={(event) => set({ text: event.target.value })} />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Field label="Depth" hint="How many messages come after it." error={errors.depth}>
            <Input inputMode="numeric" value={values.depth} onChange={(event) => set({ depth: event.target.value })} />
          </Field>
          <Field label="Role">
            <NativeSelect
              value={values.role}
              onChange={(event) => set({ role: event.target.value as NoteDraft['role'] })}
              options={{ system: 'Instruction', user: 'You', assistant: 'The character' }}
            />
          </Field>
          <Field label="Repeat every … messages" error={errors.every}>
            <Input inputMode="numeric" value={values.every} onChange={(event) => set({ every: event.target.value })} />
          </Field>
        </div>
      </DraftForm>
    </SettingSection>
  )
}
