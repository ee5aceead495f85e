import { useEffect, type ReactNode } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { Button, ButtonLink } from '../../../../components/ui/button.tsx'
import { characterFields, fieldLabels, type CharacterField, type CharacterValues } from './character_values.ts'

interface FormActionsProps {
  saveLabel: string
  isSaving: boolean
  cancelAddress: string
  /** How it stands with the draft. */
  status: string
  onFocus: (field: CharacterField) => void
  /** Further buttons, before the last one. */
  children?: ReactNode
}

/** What is done with the whole form, always in reach, and what stands in the way of it. */
export function FormActions({ saveLabel, isSaving, cancelAddress, status, onFocus, children }: FormActionsProps) {
  const { control } = useFormContext<CharacterValues>()
  const { errors, isSubmitted } = useFormState({ control })
  const wrong = isSubmitted ? characterFields.filter((field) => errors[field]) : []
  useRoomBelow()
  return (
    <div className="sticky bottom-[calc(3.75rem+1px+env(safe-area-inset-bottom))] z-10 -mx-4 grid gap-2 border-t border-line bg-bg px-4 py-2.5 sm:-mx-6 sm:px-6 lg:bottom-0 lg:py-4 xl:mx-0 xl:px-0">
      {wrong.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 text-sm text-danger-text">
          <p className="font-semibold">
            {wrong.length === 1 ? 'One field needs' : `${wrong.length} fields need`} another look:
          </p>
          <ul className="flex flex-wrap gap-x-3">
            {wrong.map((field) => (
              <li key={field}>
                <button
                  type="button"
                  className="relative min-h-8 rounded-control underline underline-offset-4 after:absolute after:-inset-1.5"
                  onClick={() => onFocus(field)}
                >
                  {fieldLabels[field]}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex items-center justify-end gap-2 sm:gap-3">
        <p className="min-w-0 flex-1 text-xs text-faint sm:text-sm">{status}</p>
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

/** What the keyboard moves to is scrolled into view above the bars and not behind them. */
function useRoomBelow() {
  useEffect(() => {
    const { style } = document.documentElement
    const before = style.scrollPaddingBottom
    style.scrollPaddingBottom = '11rem'
    return () => {
      style.scrollPaddingBottom = before
    }
  }, [])
}
