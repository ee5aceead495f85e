import {
  blankEntry,
  limits,
  loreSources,
  type CharacterFilter,
  type EntryFields,
  type LoreSource,
} from '#modules/lore/api'
import type { ReactNode } from 'react'
import { Checkbox } from '#web/components/ui/toggle'
import type { EntryFieldsProps } from './entry_fields.tsx'
import { KeyField } from './key_field.tsx'
import { NumberField, type NumberFieldProps } from './number_field.tsx'
import { UsualSelect, type UsualSelectProps } from './usual_select.tsx'

const sourceNames: Record<LoreSource, string> = {
  personaDescription: 'Your persona',
  characterDescription: 'The character’s backstory',
  characterPersonality: 'The character’s personality',
  characterDepthNote: 'The character’s note',
  scenario: 'The scenario',
  creatorNotes: 'The creator’s notes',
}

const noFilter: CharacterFilter = { exclude: false, names: [], tags: [] }

const orders = { min: -limits.orderMax, max: limits.orderMax }
const messages = { max: limits.messagesMax }

/** The fields of an entry with values of a type. */
type FieldOf<Value> = {
  [Name in keyof EntryFields]: EntryFields[Name] extends Value ? Name : never
}[keyof EntryFields]

type NumberLook = Partial<Pick<NumberFieldProps<number | null>, 'emptyValue' | 'placeholder' | 'min' | 'max' | 'step'>>
type UsualLook = Pick<UsualSelectProps, 'usual' | 'on' | 'off'>

/** The fields that few entries need, by topic. */
export function EntryAdvancedFields({ fields, onChange, problemOf }: EntryFieldsProps) {
  const filter = fields.characterFilter ?? noFilter
  const changeFilter = (change: Partial<CharacterFilter>) => {
    const next = { ...filter, ...change }
    const isEmpty = !next.exclude && next.names.length === 0 && next.tags.length === 0
    onChange({ characterFilter: isEmpty ? null : next })
  }
  const number = (field: FieldOf<number | null>, label: string, hint: string, look: NumberLook) => (
    <NumberField<number | null>
      label={label}
      hint={hint}
      value={fields[field]}
      emptyValue={blankEntry[field]}
      error={problemOf(field)}
      onChange={(value) => onChange({ [field]: value })}
      {...look}
    />
  )
  const usual = (field: FieldOf<boolean | null>, label: string, hint: string, look: UsualLook) => (
    <UsualSelect
      label={label}
      hint={hint}
      value={fields[field]}
      onChange={(value) => onChange({ [field]: value })}
      {...look}
    />
  )
  const check = (field: FieldOf<boolean>, label: string, hint: string) => (
    <Checkbox
      label={label}
      hint={hint}
      checked={fields[field]}
      onChange={({ target }) => onChange({ [field]: target.checked })}
    />
  )
  return (
    <>
      <Topic title="Finding keys">
        <Pair>
          {usual('caseSensitive', 'Case-sensitive', '“Dragon” doesn’t match “dragon”.', {
            usual: 'Usual: ignored',
            on: 'Must match',
            off: 'Ignored',
          })}
          {usual('wholeWords', 'Whole words', 'Whether “sea” is found in “seasick”.', {
            usual: 'Usual: whole words',
            on: 'Whole words',
            off: 'Parts of words, too',
          })}
        </Pair>
        {number('scanDepth', 'Scan depth', 'Messages that are searched for keys. 0: only texts of other entries.', {
          placeholder: 'The lorebook’s',
          ...messages,
        })}
        {check('useRegex', 'Every key is a regular expression', 'Also without slashes.')}
        <fieldset className="grid gap-0">
          <legend className="text-sm font-semibold">Also look in</legend>
          {loreSources.map((source) => (
            <Checkbox
              key={source}
              label={sourceNames[source]}
              checked={fields.alsoReads.includes(source)}
              onChange={({ target }) =>
                onChange({
                  alsoReads: loreSources.filter((one) =>
                    one === source ? target.checked : fields.alsoReads.includes(one)
                  ),
                })
              }
            />
          ))}
        </fieldset>
      </Topic>
      <Topic title="Order and budget">
        <Pair>
          {number('order', 'Order', 'The highest uses the budget first and comes last in the prompt.', {
            emptyValue: 0,
            ...orders,
          })}
          {number('priority', 'Priority', 'The lowest is dropped first when the lorebook’s budget runs out.', {
            placeholder: 'By order',
            ...orders,
          })}
        </Pair>
        {number('probability', 'Probability in percent', 'How often the entry is used when it is found.', {
          max: 100,
          step: 'any',
        })}
        {check('ignoreBudget', 'Ignore the budget', 'Used even when no tokens are left.')}
      </Topic>
      <Topic title="Recursion">
        {check('excludeRecursion', 'Not found by other entries', 'Only messages activate this entry.')}
        {check('preventRecursion', 'Doesn’t activate other entries', 'Its text isn’t searched for keys.')}
        {number('delayUntilRecursion', 'Found only by other entries, from level', '0: also by messages.', {
          max: 1_000,
        })}
      </Topic>
      <Topic title="Over time, in messages">
        <Pair>
          {number('sticky', 'Sticky', 'Messages it stays in the prompt after it was used.', messages)}
          {number('cooldown', 'Cooldown', 'Messages until it can be used again.', messages)}
        </Pair>
        {number('delay', 'Delay', 'Messages before it can be used.', messages)}
      </Topic>
      <Topic title="Groups">
        <KeyField
          label="Groups"
          itemName="group"
          hint="Only one entry of a group is used."
          error={problemOf('groups')}
          values={fields.groups}
          onChange={(groups) => onChange({ groups })}
        />
        <Pair>
          {number('groupWeight', 'Weight', 'Its chance compared with the others.', { max: limits.orderMax })}
          {usual('groupScoring', 'Prefer entries with more matches', 'In a group, instead of a choice by chance.', {
            usual: 'Usual: off',
            on: 'More keys win',
            off: 'Off',
          })}
        </Pair>
        {check('groupOverride', 'Highest order wins', 'Instead of by chance.')}
      </Topic>
      <Topic title="Characters">
        <KeyField
          label="Names of characters"
          itemName="name"
          hint="Only with these characters. Empty: with all."
          error={problemOf('characterFilter')}
          values={filter.names}
          onChange={(names) => changeFilter({ names })}
        />
        <KeyField
          label="Tags of characters"
          itemName="tag"
          values={filter.tags}
          onChange={(tags) => changeFilter({ tags })}
        />
        <Checkbox
          label="Exclude these characters instead"
          checked={filter.exclude}
          onChange={({ target }) => changeFilter({ exclude: target.checked })}
        />
      </Topic>
    </>
  )
}

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0">
      <h4 className="text-ui font-semibold">{title}</h4>
      {children}
    </section>
  )
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
)
