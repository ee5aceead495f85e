import { useState, type ReactNode } from 'react'
import { Field, Input } from '#web/components/ui/field'

export interface NumberFieldProps<Value extends number | null> {
  label: string
  hint?: ReactNode
  error?: string | null
  value: Value
  /** The value of an empty field. */
  emptyValue: Value
  placeholder?: string
  min?: number
  max?: number
  step?: number | 'any'
  onChange: (value: Value | number) => void
}

/** A field for a number. Shows the typed text, and reports its number, or `emptyValue` while the text is not a number. */
export function NumberField<Value extends number | null>(props: NumberFieldProps<Value>) {
  const { label, hint, error, value, emptyValue, placeholder, min = 0, max, step = 1, onChange } = props
  const [text, setText] = useState(value === null ? '' : String(value))
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        type="number"
        inputMode="numeric"
        {...{ min, max, step, placeholder }}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          const number = event.target.valueAsNumber
          onChange(Number.isNaN(number) ? emptyValue : number)
        }}
        onBlur={() => setText(value === null ? '' : String(value))}
      />
    </Field>
  )
}
