import { Button } from '../../../components/ui/button.tsx'

interface FormActionsProps {
  label: string
  isLoading: boolean
  /** There is nothing to save, or it can't be saved as it is. */
  isDisabled: boolean
  /** Given while there is something to take back. It says where the focus goes, for its button goes away. */
  onDiscard?: () => void
}

/** Saves a form, and takes back what is not saved. Disabled to who presses, not to the focus: that stays where it is after saving. */
export function FormActions({ label, isLoading, isDisabled, onDiscard }: FormActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        type="submit"
        look="primary"
        isLoading={isLoading}
        {...(isDisabled && !isLoading
          ? {
              'aria-disabled': true,
              className: 'cursor-not-allowed opacity-50',
              onClick: (event) => event.preventDefault(),
            }
          : {})}
      >
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
