import type { CharacterSuggestion } from '#modules/gallery/api'
import Search from 'lucide-react/icons/search'
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { Avatar } from '#web/components/shared/avatar'
import { Highlight } from '#web/components/ui/highlight'
import { classNames } from '#web/lib/class_names'
import { useDebouncedSearch } from '#web/lib/use_debounced'
import { screens } from '#web/screens'
import { useSuggestions } from '../use_suggestions.ts'

const debounceMs = 150

export interface SuggestionControls {
  /** Moves the active option down (1) or up (-1). A move past either end leaves no option active. */
  move(by: 1 | -1): void
  choose(): void
}

interface SearchSuggestionsProps {
  isShown: boolean
  /** The id of the list. */
  id: string
  /** The typed text. */
  text: string
  controls: Ref<SuggestionControls>
  /** Called with the id of the active option; null when no option is active. */
  onActive: (optionId: string | null) => void
  onChoose: (address: string) => void
  /** Called when the user chooses the last option. */
  onSearch: () => void
}

/** The list of a combobox: characters that match the typed text, then a search for it. */
export function SearchSuggestions({
  isShown,
  id,
  text,
  controls,
  onActive,
  onChoose,
  onSearch,
}: SearchSuggestionsProps) {
  const q = useDebouncedSearch(text, debounceMs)
  const found = useSuggestions(q, isShown)
  const suggestions = (q !== '' && found.data) || []
  const [active, setActive] = useState<{ q: string; at: number | null }>({ q, at: null })
  // Another text has other options, so none of them is active.
  const at = active.q === q ? active.at : null
  const list = useRef<HTMLUListElement>(null)
  const optionId = (index: number) => `${id}-${index}`
  const activate = (next: number | null) => {
    setActive({ q, at: next })
    onActive(next === null ? null : optionId(next))
    if (next !== null) list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const choose = (index: number) => {
    const suggestion = suggestions[index]
    if (suggestion) onChoose(screens.character.href({ characterId: suggestion.id }))
    else onSearch()
  }
  useImperativeHandle(controls, () => ({
    move: (by) => {
      // The extra place between the last and the first option means that no option is active.
      const places = suggestions.length + 2
      const next = ((at ?? -1) + 1 + by + places) % places
      activate(next === 0 ? null : next - 1)
    },
    choose: () => {
      if (at !== null) choose(at)
    },
  }))

  const option = (index: number, children: ReactNode) => (
    <li
      key={index}
      id={optionId(index)}
      role="option"
      aria-selected={index === at}
      onClick={() => choose(index)}
      onMouseMove={() => index !== at && activate(index)}
      className={classNames(
        'flex min-h-touch items-center gap-3 rounded-control px-2.5 py-1.5 text-ui',
        index === at && 'bg-hover'
      )}
    >
      {children}
    </li>
  )
  if (!isShown) return null
  return (
    <div
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-10 mt-1.5 max-h-[min(34rem,calc(100dvh-6rem))] min-w-72 animate-rise overflow-y-auto rounded-panel border border-line bg-float p-1.5 shadow-float max-sm:inset-x-2"
    >
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label="Suggestions"
        className={found.isPlaceholderData ? 'opacity-60' : undefined}
      >
        {suggestions.map((suggestion, index) => option(index, <Suggestion suggestion={suggestion} q={q} />))}
        {option(
          suggestions.length,
          <>
            <Search aria-hidden className="mx-2.5 size-4 shrink-0 text-faint" />
            <span className="min-w-0 truncate">
              Search for <span className="font-semibold">“{text.trim()}”</span>
            </span>
          </>
        )}
      </ul>
      <p role="status" className="sr-only">
        {found.isSuccess &&
          !found.isPlaceholderData &&
          `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}`}
      </p>
    </div>
  )
}

/** A row of suggestions. */
export function Suggestion({
  suggestion: { name, avatar, avatarFocus, category, match },
  q,
}: {
  suggestion: CharacterSuggestion
  q: string
}) {
  return (
    <>
      <Avatar address={avatar} name={name} focus={avatarFocus} size="s" />
      <span className="min-w-0 flex-1 truncate font-medium">
        <Highlight text={name} match={match === 'tag' ? '' : q} />
      </span>{' '}
      <span className="max-w-2/5 shrink-0 truncate text-sm text-faint">{category}</span>
    </>
  )
}
