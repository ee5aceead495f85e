import { Button } from '../../../components/ui/button.tsx'

interface FormActionsProps {
  label: string
  isLoading: boolean
  isDisabled: boolean
  /** Given, what was changed can be taken back. */
  onDiscard?: () => void
}

/** Saves a form, and takes back what is not saved. */
export function FormActions({ label, isLoading, isDisabled, onDiscard }: FormActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button type="submit" look="primary" isLoading={isLoading} disabled={isDisabled && !isLoading}>
        {label}
      </Button>
      {onDiscard && !isDisabled && !isLoading && (
        <Button look="quiet" onClick={onDiscard}>
          Discard
        </Button>
      )}
    </div>
  )
}
