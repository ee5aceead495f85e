import { limits, loreSources, type CharacterFilter, type LoreSource } from '#modules/lore/api'
import type { ReactNode } from 'react'
import { Checkbox } from '#web/components/ui/toggle'
import type { EntryFieldsProps } from './entry_fields.tsx'
import { KeyField } from './key_field.tsx'
import { NumberField } from './number_field.tsx'
import { UsualSelect } from './usual_select.tsx'

const sourceNames: Record<LoreSource, string> = {
  personaDescription: 'Your persona',
  characterDescription: 'The character’s backstory',
  characterPersonality: 'The character’s personality',
  characterDepthNote: 'The character’s note',
  scenario: 'The scenario',
  creatorNotes: 'The creator’s notes',
}

const noFilter: CharacterFilter = { exclude: false, names: [], tags: [] }

/** The fields that few entries need, by topic. */
export function EntryAdvancedFields({ fields, onChange, problemOf }: EntryFieldsProps) {
  const filter = fields.characterFilter ?? noFilter
  const changeFilter = (change: Partial<CharacterFilter>) => {
    const next = { ...filter, ...change }
    const isEmpty = !next.exclude && next.names.length === 0 && next.tags.length === 0
    onChange({ characterFilter: isEmpty ? null : next })
  }
  return (
    <>
      <Topic title="Finding keys">
        <Pair>
          <UsualSelect
            label="Case-sensitive"
            hint="“Dragon” doesn’t match “dragon”."
            usual="Usual: ignored"
            on="Must match"
            off="Ignored"
            value={fields.caseSensitive}
            onChange={(caseSensitive) => onChange({ caseSensitive })}
          />
          <UsualSelect
            label="Whole words"
            hint="Whether “sea” is found in “seasick”."
            usual="Usual: whole words"
            on="Whole words"
            off="Parts of words, too"
            value={fields.wholeWords}
            onChange={(wholeWords) => onChange({ wholeWords })}
          />
        </Pair>
        <NumberField
          label="Scan depth"
          hint="Messages that are searched for keys. 0: only texts of other entries."
          placeholder="The lorebook’s"
          value={fields.scanDepth}
          emptyValue={null}
          max={limits.messagesMax}
          error={problemOf('scanDepth')}
          onChange={(scanDepth) => onChange({ scanDepth })}
        />
        <Checkbox
          label="Every key is a regular expression"
          hint="Also without slashes."
          checked={fields.useRegex}
          onChange={({ target }) => onChange({ useRegex: target.checked })}
        />
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
          <NumberField
            label="Order"
            hint="The highest uses the budget first and comes last in the prompt."
            value={fields.order}
            emptyValue={0}
            min={-limits.orderMax}
            max={limits.orderMax}
            error={problemOf('order')}
            onChange={(order) => onChange({ order })}
          />
          <NumberField
            label="Priority"
            hint="The lowest is dropped first when the lorebook’s budget runs out."
            placeholder="By order"
            value={fields.priority}
            emptyValue={null}
            min={-limits.orderMax}
            max={limits.orderMax}
            error={problemOf('priority')}
            onChange={(priority) => onChange({ priority })}
          />
        </Pair>
        <NumberField
          label="Probability in percent"
          hint="How often the entry is used when it is found."
          value={fields.probability}
          emptyValue={100}
          max={100}
          step="any"
          error={problemOf('probability')}
          onChange={(probability) => onChange({ probability })}
        />
        <Checkbox
          label="Ignore the budget"
          hint="Used even when no tokens are left."
          checked={fields.ignoreBudget}
          onChange={({ target }) => onChange({ ignoreBudget: target.checked })}
        />
      </Topic>
      <Topic title="Recursion">
        <Checkbox
          label="Not found by other entries"
          hint="Only messages activate this entry."
          checked={fields.excludeRecursion}
          onChange={({ target }) => onChange({ excludeRecursion: target.checked })}
        />
        <Checkbox
          label="Doesn’t activate other entries"
          hint="Its text isn’t searched for keys."
          checked={fields.preventRecursion}
          onChange={({ target }) => onChange({ preventRecursion: target.checked })}
        />
        <NumberField
          label="Found only by other entries, from level"
          hint="0: also by messages."
          value={fields.delayUntilRecursion}
          emptyValue={0}
          max={1_000}
          error={problemOf('delayUntilRecursion')}
          onChange={(delayUntilRecursion) => onChange({ delayUntilRecursion })}
        />
      </Topic>
      <Topic title="Over time, in messages">
        <Pair>
          <NumberField
            label="Sticky"
            hint="Messages it stays in the prompt after it was used."
            value={fields.sticky}
            emptyValue={0}
            max={limits.messagesMax}
            error={problemOf('sticky')}
            onChange={(sticky) => onChange({ sticky })}
          />
          <NumberField
            label="Cooldown"
            hint="Messages until it can be used again."
            value={fields.cooldown}
            emptyValue={0}
            max={limits.messagesMax}
            error={problemOf('cooldown')}
            onChange={(cooldown) => onChange({ cooldown })}
          />
        </Pair>
        <NumberField
          label="Delay"
          hint="Messages before it can be used."
          value={fields.delay}
          emptyValue={0}
          max={limits.messagesMax}
          error={problemOf('delay')}
          onChange={(delay) => onChange({ delay })}
        />
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
          <NumberField
            label="Weight"
            hint="Its chance compared with the others."
            value={fields.groupWeight}
            emptyValue={100}
            max={limits.orderMax}
            error={problemOf('groupWeight')}
            onChange={(groupWeight) => onChange({ groupWeight })}
          />
          <UsualSelect
            label="Prefer entries with more matches"
            hint="In a group, instead of a choice by chance."
            usual="Usual: off"
            on="More keys win"
            off="Off"
            value={fields.groupScoring}
            onChange={(groupScoring) => onChange({ groupScoring })}
          />
        </Pair>
        <Checkbox
          label="Highest order wins"
          hint="Instead of by chance."
          checked={fields.groupOverride}
          onChange={({ target }) => onChange({ groupOverride: target.checked })}
        />
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
