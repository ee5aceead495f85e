import type { EntryFields, LorebookEntry } from '#modules/lore/api'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { submitting } from '#web/lib/submitting'
import { fieldsOf } from '../entry_texts.ts'
import { useDraft } from '../use_draft.ts'
import type { Entries } from '../use_entries.ts'
import { EntryAdvancedFields } from './advanced_fields.tsx'
import { ConflictNotice } from './conflict_notice.tsx'
import { EntryMainFields } from './entry_fields.tsx'
import { SaveBar } from './save_bar.tsx'

export type EntryDraft = Partial<EntryFields>

interface EntryEditorProps {
  entry: LorebookEntry
  /** Whether the entry was deleted in another tab. */
  isGone: boolean
  entries: Pick<Entries, 'edit' | 'reload' | 'add'>
  /** Unsaved changes from before the editor was closed. */
  draft: EntryDraft | undefined
  onDraft: (draft: EntryDraft) => void
  /** Called when the entry was added again. */
  onAdded: (entry: LorebookEntry) => void
}

/** The form of an entry. Saves on request. The parent keeps unsaved changes while the form is closed. */
export function EntryEditor({ entry, isGone, entries, draft: initial, onDraft, onAdded }: EntryEditorProps) {
  const id = useId()
  const [isAdvanced, setIsAdvanced] = useState(false)
  const draft = useDraft<EntryFields>({
    saved: fieldsOf(entry),
    initial,
    onDraft,
    save: (changes) => entries.edit(entry.id, changes),
    reload: entries.reload,
  })
  const { fields, change, problemOf } = draft
  const addAgain = async () => {
    const added = await entries.add(fields)
    if (!added) return
    draft.discard()
    onAdded(added)
  }
  const submit = () => (isGone ? addAgain() : draft.submit())
  return (
    <form
      noValidate
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={submitting(submit)}
      onKeyDown={(event) => {
        if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void submit()
      }}
    >
      {isGone && (
        <Alert
          tone="warning"
          title="Deleted in another tab"
          isLive
          action={
            <Button size="s" onClick={() => void addAgain()}>
              Add it again
            </Button>
          }
        >
          What you see here is only in this tab.
        </Alert>
      )}
      {draft.hasConflict && !isGone && (
        <ConflictNotice
          thing="entry"
          isSaving={draft.isSaving}
          onReload={draft.discard}
          onOverwrite={() => void draft.submit()}
        />
      )}
      <EntryMainFields key={`main ${draft.generation}`} fields={fields} onChange={change} problemOf={problemOf} />
      <div className="rounded-panel border border-line">
        <h3>
          <button
            type="button"
            aria-expanded={isAdvanced}
            aria-controls={id}
            onClick={() => setIsAdvanced(!isAdvanced)}
            className="flex min-h-touch w-full items-center justify-between gap-3 rounded-panel px-4 text-left text-ui font-semibold hover:bg-hover"
          >
            Advanced
            <ChevronDown
              aria-hidden
              className={isAdvanced ? 'size-4.5 rotate-180 text-faint' : 'size-4.5 text-faint'}
            />
          </button>
        </h3>
        <div id={id} hidden={!isAdvanced} className="grid gap-5 p-4 pt-3 [&[hidden]]:hidden">
          {isAdvanced && (
            <EntryAdvancedFields
              key={`advanced ${draft.generation}`}
              fields={fields}
              onChange={change}
              problemOf={problemOf}
            />
          )}
        </div>
      </div>
      <div className="sticky bottom-0 z-10 -mx-5 -mb-5 border-t border-line bg-float px-5 py-3">
        <SaveBar isDirty={draft.isDirty} isSaving={draft.isSaving} onDiscard={draft.discard} />
      </div>
    </form>
  )
}
