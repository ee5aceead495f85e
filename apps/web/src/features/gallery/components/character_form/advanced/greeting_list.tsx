import { limits } from '#modules/gallery/api'
import { Field, TextArea } from '#web/components/ui/field'
import { labelOf } from '../character_values.ts'
import { Counter } from '../text_field.tsx'
import { useValue } from '../use_value.ts'
import { ItemList } from './item_list.tsx'
import { TextFit, tokensText } from './text_fit.tsx'

interface GreetingListProps {
  name: 'alternateGreetings' | 'groupGreetings'
  one: string
  hint: string
}

export function GreetingList({ name, one, hint }: GreetingListProps) {
  const { ref, value, onChange, onBlur, error } = useValue(name)
  return (
    <ItemList
      ref={ref}
      label={labelOf(name)}
      one={one}
      hint={hint}
      error={error}
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
