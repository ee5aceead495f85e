import { limits } from '#modules/gallery/api'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Field, Input, TextArea } from '../../../../components/ui/field.tsx'
import { classNames } from '../../../../lib/class_names.ts'
import { countCodePoints } from '../../../../lib/code_points.ts'
import { fieldLabels, type CharacterValues } from './character_values.ts'
import { forbiddenIn } from './check_values.ts'

const lengthsMax = {
  name: limits.nameMax,
  description: limits.descriptionMax,
  backstory: limits.backstoryMax,
  personality: limits.personalityMax,
  scenario: limits.scenarioMax,
  firstMessage: limits.firstMessageMax,
}

/** From this share of the limit on it is said how much there is. */
const nearShare = 0.8

interface TextFieldProps {
  name: keyof typeof lengthsMax
  hint?: string
  isOptional?: boolean
  /** How many lines it begins with; without it, it has one. */
  rows?: number
}

/** A text of the character, with what is wrong with it and how much of its room is used. */
export function TextField({ name, hint, isOptional = false, rows }: TextFieldProps) {
  const { control, register } = useFormContext<CharacterValues>()
  const { errors } = useFormState({ control, name })
  const value = useWatch({ control, name })
  // A word that is not allowed is told about at once, everything else when the field is left.
  const error = errors[name]?.message ?? forbiddenIn(name, value)
  return (
    <Field
      label={fieldLabels[name]}
      hint={hint}
      error={error}
      isOptional={isOptional}
      aside={<Count of={value} max={lengthsMax[name]} />}
    >
      {(tie) => {
        const control = { ...tie, ...register(name), 'aria-required': isOptional ? undefined : true } as const
        return rows === undefined ? <Input autoComplete="off" {...control} /> : <TextArea rows={rows} {...control} />
      }}
    </Field>
  )
}

function Count({ of, max }: { of: string; max: number }) {
  // The cheap question first: a text has at least as many units as characters.
  if (of.length < max * nearShare) return null
  const count = countCodePoints(of)
  if (count < max * nearShare) return null
  return (
    <span className={classNames(count > max && 'font-semibold text-danger-text')}>
      {count.toLocaleString('en')} / {max.toLocaleString('en')}
    </span>
  )
}
