import { limits } from '#modules/gallery/api'
import { Controller, useFormContext } from 'react-hook-form'
import { Field, TextArea } from '#web/components/ui/field'
import type { CharacterValues } from '../character_values.ts'
import { partLabels } from '../part_values.ts'
import { Counter } from '../text_field.tsx'
import { ItemList } from './item_list.tsx'
import { TextFit, tokensText } from './text_fit.tsx'

interface GreetingListProps {
  name: 'alternateGreetings' | 'groupGreetings'
  one: string
  hint: string
}

export function GreetingList({ name, one, hint }: GreetingListProps) {
  const { control } = useFormContext<CharacterValues>()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, value, onChange, onBlur }, fieldState: { error } }) => (
        <ItemList
          ref={ref}
          label={partLabels[name]}
          one={one}
          hint={hint}
          error={error?.message}
          items={value}
          onChange={onChange}
          onBlur={onBlur}
          blank=""
          max={limits.greetingsMax}
          summary={summaryOf}
          editor={(text, change, label) => (
            <div className="grid gap-1.5">
              <Field label={label} aside={<Counter of={text} max={limits.firstMessageMax} />}>
                <TextArea rows={4} value={text} onChange={({ target }) => change(() => target.value)} />
              </Field>
              <TextFit text={text} />
            </div>
          )}
        />
      )}
    />
  )
}

/** The number of letters in a preview, enough for one line. */
const previewMax = 200

const summaryOf = (text: string) => (
  <>
    <span className="min-w-0 flex-1 truncate text-sm text-soft">
      {text.slice(0, previewMax).trim() || <span className="text-faint">Empty</span>}
    </span>
    <span className="shrink-0 text-xs text-faint tabular-nums max-sm:sr-only">{tokensText(text)}</span>
  </>
)
