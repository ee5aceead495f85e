import type { Character } from '#modules/gallery/api'
import { useEffect, useRef, useState, type Ref } from 'react'
import { Button } from '#web/components/ui/button'
import { Field } from '#web/components/ui/field'
import { useAllCharacters } from '../characters.ts'
import { CharacterLine } from './character_line.tsx'
import { PickerSearch } from './picker_search.tsx'

interface CharacterPickerProps {
  /** Null until one is chosen. */
  character: Character | null
  onPick: (character: Character | null) => void
  error?: string | null
  isDisabled?: boolean
  /** The search field, or the Change button. */
  ref?: Ref<HTMLElement>
}

/** Picks one character by name, category or tag. */
export function CharacterPicker({ character, onPick, error, isDisabled = false, ref }: CharacterPickerProps) {
  const [isChanging, setIsChanging] = useState(false)
  const hasPicked = useRef(false)
  const change = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The focused search field has been replaced.
    if (character && hasPicked.current) change.current?.focus()
    hasPicked.current = false
  }, [character])

  if (!character)
    return (
      <Field label="Character" error={error} className="relative">
        <PickerSearch
          inputRef={ref as Ref<HTMLInputElement>}
          // After Change was pressed.
          autoFocus={isChanging}
          placeholder="Search by name, category or tag"
          itemsName="Characters"
          useList={useAllCharacters}
          option={(found) => <CharacterLine character={found} />}
          onPick={(picked) => {
            hasPicked.current = true
            setIsChanging(false)
            onPick(picked)
          }}
        />
      </Field>
    )
  return (
    <div role="group" aria-label="Character" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <p aria-hidden className="text-sm font-semibold">
        Character
      </p>
      <div className="flex min-h-11 items-center gap-3 rounded-control border border-line bg-raised p-2">
        <CharacterLine character={character} size="m" />
        <Button
          ref={change}
          look="quiet"
          disabled={isDisabled}
          aria-label={`Change character, now ${character.name}`}
          onClick={() => {
            setIsChanging(true)
            onPick(null)
          }}
        >
          Change
        </Button>
      </div>
    </div>
  )
}
