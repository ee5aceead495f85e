import { Button } from '#web/components/ui/button'

interface FormActionsProps {
  label: string
  isLoading: boolean
  /** Nothing to save, or not valid. */
  isDisabled: boolean
  /** Set while there are changes. Must move the focus, because the button disappears. */
  onDiscard?: () => void
}

/** Save and discard buttons. */
export function FormActions({ label, isLoading, isDisabled, onDiscard }: FormActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button type="submit" look="primary" isLoading={isLoading} isIdle={isDisabled}>
        {label}
      </Button>
      {onDiscard && !isLoading && (
        <Button look="quiet" onClick={onDiscard}>
          Discard
        </Button>
      )}
    </div>
  )
}
