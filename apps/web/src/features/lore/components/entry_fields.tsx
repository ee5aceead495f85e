import { limits, type EntryFields, type EntryPosition, type KeyLogic } from '#modules/lore/api'
import { useDeferredValue, useMemo } from 'react'
import { Field, Input, NativeSelect, TextArea } from '#web/components/ui/field'
import { Checkbox, Switch } from '#web/components/ui/toggle'
import { countOf } from '#web/lib/count_of'
import { positionNames, tokensOf } from '../entry_texts.ts'
import { KeyField } from './key_field.tsx'
import { NumberField } from './number_field.tsx'

export interface EntryFieldsProps {
  fields: EntryFields
  onChange: (change: Partial<EntryFields>) => void
  problemOf: (field: keyof EntryFields) => string | null
}

const logicNames: Record<KeyLogic, string> = {
  and_any: 'at least one is there',
  and_all: 'all are there',
  not_any: 'none is there',
  not_all: 'at least one is missing',
}

const roleNames = { system: 'Instruction', user: 'You', assistant: 'The character' }

/** The fields that most entries need. */
export function EntryMainFields({ fields, onChange, problemOf }: EntryFieldsProps) {
  const deferred = useDeferredValue(fields.content)
  const tokens = useMemo(() => tokensOf(deferred), [deferred])
  return (
    <>
      <Field label="Title" hint="Only you see it." error={problemOf('name')}>
        <Input
          maxLength={limits.nameMax}
          value={fields.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Switch
          label="On"
          hint="An entry that is off is never used."
          checked={fields.enabled}
          onChange={({ target }) => onChange({ enabled: target.checked })}
        />
        <Switch
          label="Always use"
          hint="In every prompt, without a key."
          checked={fields.constant}
          onChange={({ target }) => onChange({ constant: target.checked })}
        />
      </div>
      <KeyField
        label="Keys"
        itemName="key"
        hint="The entry is used when a recent message has one of them. /Slashes/ make a regular expression."
        error={problemOf('keys')}
        values={fields.keys}
        onChange={(keys) => onChange({ keys })}
      />
      <div className="grid gap-3">
        <Checkbox
          label="Also require or exclude other keys"
          checked={fields.selective}
          onChange={({ target }) => onChange({ selective: target.checked })}
        />
        {fields.selective && (
          <>
            <KeyField
              label="Further keys"
              itemName="further key"
              error={problemOf('secondaryKeys')}
              values={fields.secondaryKeys}
              onChange={(secondaryKeys) => onChange({ secondaryKeys })}
            />
            <Field label="Use the entry when a key is found and, of the further keys,">
              <NativeSelect
                value={fields.logic}
                onChange={({ target }) => onChange({ logic: target.value as KeyLogic })}
                options={logicNames}
              />
            </Field>
          </>
        )}
      </div>
      <Field
        label="Text"
        hint="Added to the prompt when the entry is used."
        aside={`about ${countOf(tokens, 'token')}`}
        error={problemOf('content')}
      >
        <TextArea rows={8} value={fields.content} onChange={({ target }) => onChange({ content: target.value })} />
      </Field>
      <Field label="Position" hint="Where the text goes in the prompt.">
        <NativeSelect
          value={fields.position}
          onChange={({ target }) => onChange({ position: target.value as EntryPosition })}
          options={positionNames}
        />
      </Field>
      {fields.position === 'at_depth' && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <NumberField
            label="Depth"
            hint="How many messages come after it."
            value={fields.depth}
            emptyValue={0}
            max={limits.messagesMax}
            error={problemOf('depth')}
            onChange={(depth) => onChange({ depth })}
          />
          <Field label="Role" hint="Who says it.">
            <NativeSelect
              value={fields.role}
              onChange={({ target }) => onChange({ role: target.value as EntryFields['role'] })}
              options={roleNames}
            />
          </Field>
        </div>
      )}
    </>
  )
}
