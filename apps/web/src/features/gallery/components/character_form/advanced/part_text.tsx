import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Field, Input, TextArea } from '#web/components/ui/field'
import { labelOf, type CharacterValues, type PartField } from '../character_values.ts'
import { Counter } from '../text_field.tsx'
import { TextFit } from './text_fit.tsx'

/** The fields with a single text. */
type TextPart = Extract<
  PartField,
  'exampleDialogue' | 'systemPrompt' | 'postHistoryInstructions' | 'nickname' | 'creatorName' | 'version' | 'source'
>

/** The texts that models may read. The other texts need no token count. */
const promptTexts: readonly TextPart[] = ['exampleDialogue', 'systemPrompt', 'postHistoryInstructions']

interface PartTextProps {
  name: TextPart
  /** The effect of the text on replies. */
  hint: string
  max?: number
  /** Initial rows of a text area. Without it, the field is a single-line input. */
  rows?: number
}

export function PartText({ name, hint, max, rows }: PartTextProps) {
  const { control, register } = useFormContext<CharacterValues>()
  const { errors } = useFormState({ control, name })
  const value = useWatch({ control, name })
  return (
    <div className="grid content-start gap-1.5">
      <Field
        label={labelOf(name)}
        hint={hint}
        error={errors[name]?.message}
        aside={max !== undefined && <Counter of={value} max={max} />}
      >
        {rows === undefined ? (
          <Input autoComplete="off" {...register(name)} />
        ) : (
          <TextArea rows={rows} {...register(name)} />
        )}
      </Field>
      {promptTexts.includes(name) && <TextFit text={value} />}
    </div>
  )
}
