import { limits } from '#modules/gallery/api'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Field, Input, TextArea } from '#web/components/ui/field'
import { classNames } from '#web/lib/class_names'
import { countCodePoints } from '#web/lib/code_points'
import { labelOf, type CharacterValues } from './character_values.ts'
import { forbiddenIn } from './check_values.ts'

const lengthsMax = {
  name: limits.nameMax,
  description: limits.descriptionMax,
  backstory: limits.backstoryMax,
  personality: limits.personalityMax,
  scenario: limits.scenarioMax,
  firstMessage: limits.firstMessageMax,
}

/** The share of the limit from which the counter is shown. */
const counterShare = 0.8

interface TextFieldProps {
  name: keyof typeof lengthsMax
  hint?: string
  isOptional?: boolean
  /** Initial rows of a text area. Without it, the field is a single-line input. */
  rows?: number
}

/** A text field of the character, with its error and a counter near the limit. */
export function TextField({ name, hint, isOptional = false, rows }: TextFieldProps) {
  const { control, register } = useFormContext<CharacterValues>()
  const { errors } = useFormState({ control, name })
  const value = useWatch({ control, name })
  // Forbidden words are reported while typing, other errors on blur.
  const error = errors[name]?.message ?? forbiddenIn(name, value)
  const props = { ...register(name), 'aria-required': isOptional ? undefined : true } as const
  return (
    <Field
      label={labelOf(name)}
      hint={hint}
      error={error}
      isOptional={isOptional}
      aside={<Counter of={value} max={lengthsMax[name]} />}
    >
      {rows === undefined ? <Input autoComplete="off" {...props} /> : <TextArea rows={rows} {...props} />}
    </Field>
  )
}

export function Counter({ of, max }: { of: string; max: number }) {
  // Makes the cheap check first. A text has at least as many code units as code points.
  if (of.length < max * counterShare) return null
  const count = countCodePoints(of)
  if (count < max * counterShare) return null
  return (
    <span className={classNames(count > max && 'font-semibold text-danger-text')}>
      {count.toLocaleString('en')} / {max.toLocaleString('en')}
    </span>
  )
}
