import { Button } from '#web/components/ui/button'

interface SaveBarProps {
  isDirty: boolean
  isSaving: boolean
  onDiscard: () => void
}

/** The Save and Discard buttons of a form, with its state. Both buttons stay mounted, so that they keep the focus. */
export function SaveBar({ isDirty, isSaving, onDiscard }: SaveBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button type="submit" look="primary" isLoading={isSaving} isIdle={!isDirty}>
        Save changes
      </Button>
      <Button look="quiet" isIdle={!isDirty} onClick={onDiscard}>
        Discard
      </Button>
      <p role="status" className="text-sm text-faint">
        {isSaving ? 'Saving…' : isDirty ? 'Not saved yet' : 'All changes saved'}
      </p>
    </div>
  )
}
