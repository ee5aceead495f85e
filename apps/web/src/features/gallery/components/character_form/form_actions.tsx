import { useEffect, type ReactNode } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { Button, ButtonLink } from '#web/components/ui/button'
import { characterFields, labelOf, type CharacterField, type CharacterValues } from './character_values.ts'

interface FormActionsProps {
  saveLabel: string
  isSaving: boolean
  cancelAddress: string
  /** A text that tells whether the draft is saved. */
  status: string
  onFocus: (field: CharacterField) => void
  /** More buttons, before Cancel. */
  children?: ReactNode
}

/** A sticky bar with the form's buttons and links to invalid fields. */
export function FormActions({ saveLabel, isSaving, cancelAddress, status, onFocus, children }: FormActionsProps) {
  const { control } = useFormContext<CharacterValues>()
  const { errors, isSubmitted } = useFormState({ control })
  const invalid = isSubmitted ? characterFields.filter((field) => errors[field]) : []
  useScrollPadding()
  return (
    <div className="sticky bottom-[calc(3.75rem+1px+env(safe-area-inset-bottom))] z-10 -mx-4 grid gap-2 border-t border-line bg-bg px-4 py-2.5 sm:-mx-6 sm:px-6 lg:bottom-0 lg:py-4 xl:mx-0 xl:px-0">
      {invalid.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 text-sm text-danger-text">
          <p className="font-semibold">
            {invalid.length === 1 ? 'One field needs' : `${invalid.length} fields need`} attention:
          </p>
          <ul className="flex flex-wrap gap-x-3">
            {invalid.map((field) => (
              <li key={field}>
                <button
                  type="button"
                  className="relative min-h-8 rounded-control underline underline-offset-4 after:absolute after:-inset-1.5"
                  onClick={() => onFocus(field)}
                >
                  {labelOf(field)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex items-center justify-end gap-2 sm:gap-3">
        <p className="min-w-0 flex-1 text-xs text-faint max-[22rem]:sr-only sm:text-sm">{status}</p>
        {children}
        <ButtonLink to={cancelAddress} look="quiet" className="max-sm:hidden">
          Cancel
        </ButtonLink>
        <Button type="submit" look="primary" isLoading={isSaving}>
          {saveLabel}
        </Button>
      </div>
    </div>
  )
}

/** Keeps the sticky bars from covering focused fields. */
function useScrollPadding() {
  useEffect(() => {
    const { style } = document.documentElement
    const previous = style.scrollPaddingBottom
    style.scrollPaddingBottom = '11rem'
    return () => {
      style.scrollPaddingBottom = previous
    }
  }, [])
}
