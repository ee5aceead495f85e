import { limits } from '#modules/admin/api'
import type { Character } from '#modules/gallery/api'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Field, Input, type FieldControl } from '../../../components/ui/field.tsx'
import { sentenceOf } from '../../../lib/api_error.ts'
import { classNames } from '../../../lib/class_names.ts'
import { useAllCharacters } from '../api/list_all_characters.ts'
import { usePaused } from '../use_paused.ts'
import { CharacterLine } from './character_line.tsx'

/** So many are offered: whoever is not among them is found by another word. */
const offered = 6

interface CharacterPickerProps {
  label?: string
  /** Who is chosen; null: nobody yet. */
  character: Character | null
  onPick: (character: Character | null) => void
  error?: string | null
  /** Nobody else may be chosen now. */
  isDisabled?: boolean
  /** The field, or the button that leads back to it. */
  ref?: Ref<HTMLElement>
}

/** Finds one character by name, category or tag. The arrows go through those found, Enter picks. */
export function CharacterPicker({
  label = 'Character',
  character,
  onPick,
  error,
  isDisabled = false,
  ref,
}: CharacterPickerProps) {
  const [isChanging, setIsChanging] = useState(false)
  const hasPicked = useRef(false)
  const change = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The field is gone with what had the focus.
    if (character && hasPicked.current) change.current?.focus()
    hasPicked.current = false
  }, [character])

  if (!character)
    return (
      <Field label={label} error={error} className="relative">
        {(control) => (
          <Search
            control={control}
            inputRef={ref as Ref<HTMLInputElement>}
            isFirst={isChanging}
            onPick={(picked) => {
              hasPicked.current = true
              setIsChanging(false)
              onPick(picked)
            }}
          />
        )}
      </Field>
    )
  return (
    <div role="group" aria-label={label} className="grid min-w-0 gap-1.5">
      <p aria-hidden className="text-sm font-semibold">
        {label}
      </p>
      <div className="flex min-h-11 items-center gap-3 rounded-control border border-line bg-raised p-2">
        <CharacterLine character={character} size="m" />
        <Button
          ref={change}
          look="quiet"
          disabled={isDisabled}
          aria-label={`Change ${label.toLowerCase()}, now ${character.name}`}
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

interface SearchProps {
  control: FieldControl
  inputRef?: Ref<HTMLInputElement>
  /** Takes the focus: somebody asked for it. */
  isFirst: boolean
  onPick: (character: Character) => void
}

function Search({ control, inputRef, isFirst, onPick }: SearchProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [at, setAt] = useState(0)
  const found = useFound(text, isOpen)
  const current = found.characters.length === 0 ? null : Math.min(at, found.characters.length - 1)
  const list = useRef<HTMLUListElement>(null)
  const optionId = (index: number) => `${listId}-${index}`

  const move = (by: number) => {
    if (!isOpen) return setIsOpen(true)
    const count = found.characters.length
    if (count === 0) return
    const next = ((current ?? 0) + by + count) % count
    setAt(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && isOpen && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const character = current === null ? undefined : found.characters[current]
      if (character && found.isSettled) onPick(character)
    } else if (event.key === 'Escape' && isOpen) {
      // What lies below, a dialog for one, is not closed with it.
      event.preventDefault()
      event.stopPropagation()
      setIsOpen(false)
    }
  }
  const hasList = isOpen && found.characters.length > 0
  return (
    <>
      <Input
        {...control}
        ref={inputRef}
        autoFocus={isFirst}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={hasList ? listId : undefined}
        aria-activedescendant={hasList && current !== null ? optionId(current) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.searchMax}
        placeholder="Search by name, category or tag"
        value={text}
        onChange={(event) => {
          setAt(0)
          setText(event.target.value)
          setIsOpen(true)
        }}
        onFocus={() => setIsOpen(true)}
        onClick={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={press}
      />
      {isOpen && (
        <div
          // What is chosen with the mouse is chosen from the field, which keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-20 mt-1.5 animate-rise overflow-clip rounded-panel border border-line bg-float p-1.5 shadow-float"
        >
          {found.characters.length > 0 && (
            <ul
              ref={list}
              id={listId}
              role="listbox"
              aria-label={found.title}
              className={classNames('max-h-80 overflow-y-auto', !found.isSettled && 'opacity-50')}
            >
              {found.characters.map((character, index) => (
                <li
                  key={character.id}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === current}
                  onClick={() => onPick(character)}
                  onMouseMove={() => setAt(index)}
                  className={classNames(
                    'flex min-h-touch items-center rounded-control px-2.5 py-1.5 text-ui',
                    index === current && 'bg-hover'
                  )}
                >
                  <CharacterLine character={character} />
                </li>
              ))}
            </ul>
          )}
          <p
            role="status"
            className={classNames(found.characters.length > 0 ? 'sr-only' : 'px-2.5 py-2 text-sm text-faint')}
          >
            {found.said}
          </p>
        </div>
      )}
    </>
  )
}

function useFound(text: string, isOpen: boolean) {
  const q = usePaused(text)
  const list = useAllCharacters({ q, limit: offered }, isOpen)
  const characters = list.data?.pages[0]?.characters ?? []
  const isSettled = q === text.trim() && !list.isPlaceholderData
  const said = list.isError
    ? sentenceOf(list.error, 'The characters could not be loaded.')
    : !list.data || (characters.length === 0 && !isSettled)
      ? 'Searching…'
      : characters.length === 0
        ? 'No characters found'
        : `${characters.length}${list.hasNextPage ? ' or more' : ''} found`
  return { characters, isSettled, said, title: q === '' ? 'Latest characters' : 'Characters found' }
}
