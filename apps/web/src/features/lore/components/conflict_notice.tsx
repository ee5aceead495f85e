import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'

interface ConflictNoticeProps {
  /** 'entry' or 'lorebook'. */
  thing: string
  isSaving: boolean
  /** Drops the unsaved changes and shows the other version. */
  onReload: () => void
  /** Saves the unsaved changes over the other version. */
  onOverwrite: () => void
}

/** A notice that a save was refused because another tab or device has saved since. The form still has the unsaved changes. */
export function ConflictNotice({ thing, isSaving, onReload, onOverwrite }: ConflictNoticeProps) {
  return (
    <Alert
      tone="warning"
      title="Changed in another tab"
      isLive
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="s" onClick={onReload}>
            Reload
          </Button>
          <Button size="s" look="primary" isLoading={isSaving} onClick={onOverwrite}>
            Overwrite
          </Button>
        </span>
      }
    >
      This {thing} has changed since you opened it. Your changes are still here. Reload drops them; Overwrite saves them
      over the other version.
    </Alert>
  )
}
