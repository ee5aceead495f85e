import { blankLorebook, limits, type LorebookFields, type UsedLorebook } from '#modules/lore/api'
import { useEffect } from 'react'
import { Field, Input, TextArea } from '#web/components/ui/field'
import { Switch } from '#web/components/ui/toggle'
import { submitting } from '#web/lib/submitting'
import { useEditLorebook } from '../lorebooks.ts'
import { useDraft, valuesOf } from '../use_draft.ts'
import { ConflictNotice } from './conflict_notice.tsx'
import { NumberField } from './number_field.tsx'
import { SaveBar } from './save_bar.tsx'
import { UsualSelect } from './usual_select.tsx'

interface LorebookSettingsProps {
  book: UsedLorebook
  /** Reads the version that another tab has saved. */
  reload: () => Promise<unknown>
  onUnsaved: (isUnsaved: boolean) => void
}

/** A form for the lorebook's own fields. */
export function LorebookSettings({ book, reload, onUnsaved }: LorebookSettingsProps) {
  const edit = useEditLorebook()
  const draft = useDraft<LorebookFields>({
    saved: valuesOf(book, blankLorebook),
    save: (changes) => edit.mutateAsync({ params: { id: book.id }, body: { ...changes, revision: book.revision } }),
    reload,
  })
  const { fields, change, problemOf, isDirty } = draft
  useEffect(() => onUnsaved(isDirty), [isDirty, onUnsaved])
  return (
    <form noValidate className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6" onSubmit={submitting(draft.submit)}>
      {draft.hasConflict && (
        <ConflictNotice
          thing="lorebook"
          isSaving={draft.isSaving}
          onReload={draft.discard}
          onOverwrite={() => void draft.submit()}
        />
      )}
      <Field label="Name" error={problemOf('name')}>
        <Input
          maxLength={limits.nameMax}
          value={fields.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      <Field label="Description" isOptional hint="For you. It is never in a prompt." error={problemOf('description')}>
        <TextArea value={fields.description} onChange={({ target }) => change({ description: target.value })} />
      </Field>
      <Switch
        label="Always on"
        hint="Its entries can join all of your chats. Otherwise only chats with characters that have this lorebook."
        checked={fields.alwaysOn}
        onChange={({ target }) => change({ alwaysOn: target.checked })}
      />
      <div key={draft.generation} className="grid items-start gap-6 sm:grid-cols-2">
        <NumberField
          label="Scan depth"
          hint="How many of the newest messages are searched for keys."
          placeholder="2"
          value={fields.scanDepth}
          emptyValue={null}
          max={limits.messagesMax}
          error={problemOf('scanDepth')}
          onChange={(scanDepth) => change({ scanDepth })}
        />
        <NumberField
          label="Token budget"
          hint="The most tokens that its entries may take in a prompt."
          placeholder="No limit of its own"
          min={1}
          value={fields.tokenBudget}
          emptyValue={null}
          max={limits.tokensMax}
          error={problemOf('tokenBudget')}
          onChange={(tokenBudget) => change({ tokenBudget })}
        />
      </div>
      <UsualSelect
        label="Recursion"
        hint="Whether the text of a used entry can lead to further entries."
        usual="Usual: on"
        on="On"
        off="Off"
        value={fields.recursive}
        onChange={(recursive) => change({ recursive })}
      />
      <SaveBar isDirty={isDirty} isSaving={draft.isSaving} onDiscard={draft.discard} />
    </form>
  )
}
