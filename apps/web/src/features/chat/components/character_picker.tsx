import { limits } from '#modules/chat/api'
import type { CharacterSummary } from '#modules/gallery/api'
import { listCharacters } from '#modules/gallery/calls'
import { patternOf } from '#modules/kernel/calls'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useDeferredValue, useState } from 'react'
import { Avatar } from '#web/components/shared/avatar'
import { SearchField } from '#web/components/ui/search_field'
import { callQuery } from '#web/lib/api_client'
import { classNames } from '#web/lib/class_names'

const resultsMax = 24

/** A character as far as a list of choices shows it. */
export type PickedCharacter = Pick<CharacterSummary, 'id' | 'name' | 'avatar' | 'avatarFocus'>

interface CharacterPickerProps {
  /** In the order of the turns. */
  chosen: readonly PickedCharacter[]
  onChange: (chosen: PickedCharacter[]) => void
  /** Leaves out the chosen characters, which the caller lists. */
  isAdding?: boolean
}

/** A search for the characters of a group. A click adds or removes a character. */
export function CharacterPicker({ chosen, onChange, isAdding = false }: CharacterPickerProps) {
  const [search, setSearch] = useState('')
  const q = useDeferredValue(search.trim())
  const found = useQuery({
    ...callQuery(listCharacters, { query: { limit: resultsMax, q: q || undefined } }),
    queryKey: [patternOf(listCharacters), { q, for: 'group' }],
    placeholderData: (before) => before,
  })
  const listed = isAdding
    ? (found.data ?? []).filter(({ id }) => !chosen.some((each) => each.id === id))
    : withChosen(found.data ?? [], chosen, q)
  const isFull = chosen.length >= limits.groupMembersMax
  const toggle = (character: PickedCharacter) =>
    onChange(
      chosen.some(({ id }) => id === character.id)
        ? chosen.filter(({ id }) => id !== character.id)
        : [...chosen, character]
    )
  return (
    <>
      <SearchField
        label="Search characters"
        placeholder="Search characters"
        maxLength={limits.searchMax}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onClear={() => setSearch('')}
      />
      {/* The list has a fixed height, so that no result moves while it is clicked. */}
      <ul
        aria-label="Characters"
        aria-busy={found.isFetching}
        className="grid h-72 content-start gap-1 overflow-y-auto"
      >
        {listed.map((character) => {
          const isChosen = chosen.some(({ id }) => id === character.id)
          return (
            <li key={character.id}>
              <button
                type="button"
                aria-pressed={isChosen}
                disabled={isFull && !isChosen}
                className={classNames(
                  'flex min-h-touch w-full items-center gap-3 rounded-control px-2 py-1.5 text-left disabled:opacity-55',
                  isChosen ? 'bg-sunken' : 'enabled:hover:bg-hover'
                )}
                onClick={() => toggle(character)}
              >
                <Avatar address={character.avatar} name={character.name} focus={character.avatarFocus} size="s" />
                <span className="min-w-0 flex-1 truncate text-ui">{character.name}</span>
                {isChosen && <Check aria-hidden className="size-4 shrink-0" />}
              </button>
            </li>
          )
        })}
        {found.isError && <li className="p-2 text-sm text-danger-text">Couldn’t load the characters.</li>}
        {found.data?.length === 0 && <li className="p-2 text-sm text-soft">No characters found.</li>}
      </ul>
    </>
  )
}

/** Without a search, appends the chosen characters that the list lacks, so that the user can remove them. */
const withChosen = (found: readonly PickedCharacter[], chosen: readonly PickedCharacter[], q: string) =>
  q === '' ? [...found, ...chosen.filter(({ id }) => !found.some((each) => each.id === id))] : found
