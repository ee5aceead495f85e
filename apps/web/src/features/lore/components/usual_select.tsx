import type { ReactNode } from 'react'
import { Field, NativeSelect } from '#web/components/ui/field'

export interface UsualSelectProps {
  label: string
  hint: ReactNode
  /** The label of the option for null, such as 'Usual: on'. */
  usual: string
  on: string
  off: string
  value: boolean | null
  onChange: (value: boolean | null) => void
}

/** A select with on, off and the usual setting. */
export function UsualSelect({ label, hint, usual, on, off, value, onChange }: UsualSelectProps) {
  return (
    <Field label={label} hint={hint}>
      <NativeSelect
        value={String(value)}
        onChange={({ target }) => onChange(target.value === 'null' ? null : target.value === 'true')}
        options={{ null: usual, true: on, false: off }}
      />
    </Field>
  )
}
