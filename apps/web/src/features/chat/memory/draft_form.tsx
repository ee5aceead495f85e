import type { ReactNode } from 'react'
import { Button } from '#web/components/ui/button'
import { SaveStatus } from '#web/components/ui/save_status'
import { submitting } from '#web/lib/submitting'
import type { useSaveSetting } from './use_save_setting.ts'

interface DraftFormProps {
  /** The label of the button. */
  label: string
  saving: ReturnType<typeof useSaveSetting>
  isChanged: boolean
  isValid: boolean
  onSave: () => void
  onDiscard: () => void
  children: ReactNode
}

/** A form for settings of a chat that a button saves. */
export function DraftForm({ label, saving, isChanged, isValid, onSave, onDiscard, children }: DraftFormProps) {
  return (
    <form className="grid gap-4" onSubmit={submitting(() => isValid && isChanged && !saving.isPending && onSave())}>
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="s" isLoading={saving.isPending} disabled={!isChanged || !isValid}>
          {label}
        </Button>
        {isChanged && !saving.isPending && (
          <Button size="s" look="quiet" onClick={onDiscard}>
            Discard
          </Button>
        )}
        <SaveStatus saving={saving} isUnsaved={isChanged} />
      </div>
    </form>
  )
}
