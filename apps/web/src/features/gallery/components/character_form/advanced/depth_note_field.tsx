import { limits, type DepthRole } from '#modules/gallery/api'
import { useState } from 'react'
import { Field, Input, NativeSelect, TextArea } from '#web/components/ui/field'
import { labelOf } from '../character_values.ts'
import { Counter } from '../text_field.tsx'
import { useValue } from '../use_value.ts'
import { TextFit } from './text_fit.tsx'

const roleNames: Record<DepthRole, string> = { system: 'System', user: 'User', assistant: 'Character' }

/** The fields of a text that prompts repeat near the end of the chat. */
export function DepthNoteField() {
  const { ref, value, onChange, onBlur, error } = useValue('depthNote')
  return (
    <div className="grid gap-4" onBlur={onBlur}>
      <div className="grid gap-1.5">
        <Field
          label={labelOf('depthNote')}
          hint="A reminder between the latest messages, so that long chats don’t forget it."
          error={error}
          aside={<Counter of={value.text} max={limits.depthNoteMax} />}
        >
          <TextArea
            ref={ref}
            rows={2}
            value={value.text}
            onChange={(event) => onChange({ ...value, text: event.target.value })}
          />
        </Field>
        <TextFit text={value.text} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <DepthField depth={value.depth} onChange={(depth) => onChange({ ...value, depth })} />
        <Field label="Role" hint="Who says it." className="content-start">
          <NativeSelect
            value={value.role}
            onChange={(event) => onChange({ ...value, role: event.target.value })}
            options={roleNames}
          />
        </Field>
      </div>
    </div>
  )
}

/** A field for the depth. Shows the typed text until it loses the focus, and reports only valid depths. */
function DepthField({ depth, onChange }: { depth: number; onChange: (depth: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field label="Depth" hint="How many messages come after it." className="content-start">
      <Input
        type="number"
        inputMode="numeric"
        min={0}
        max={limits.depthMax}
        step={1}
        value={typed ?? String(depth)}
        onChange={({ target: { value } }) => {
          setTyped(value)
          if (/^\d+$/.test(value) && Number(value) <= limits.depthMax) onChange(Number(value))
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  )
}
