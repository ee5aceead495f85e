import { imageLimits } from '#modules/imagegen/api'
import type { RefObject } from 'react'
import { Field, TextArea } from '#web/components/ui/field'
import { classNames } from '#web/lib/class_names'
import { countCodePoints } from '#web/lib/code_points'

interface PromptFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (prompt: string) => void
  error: string | null
  className?: string
}

/** Ctrl or Command with Enter submits the form. */
export function PromptField({ ref, value, onChange, error, className }: PromptFieldProps) {
  const length = countCodePoints(value.trim())
  const isTooLong = length > imageLimits.promptMax
  return (
    <Field
      label="Prompt"
      error={error}
      aside={
        <span className={classNames(isTooLong && 'font-semibold text-danger-text')}>
          {number.format(length)} / {number.format(imageLimits.promptMax)}
        </span>
      }
    >
      <TextArea
        ref={ref}
        rows={3}
        className={className}
        placeholder="Describe who or what it shows, where, and in what light"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
    </Field>
  )
}

const number = new Intl.NumberFormat('en')
