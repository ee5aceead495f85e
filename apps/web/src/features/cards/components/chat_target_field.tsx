import { useState } from 'react'
import { Avatar } from '#web/components/shared/avatar'
import { Button } from '#web/components/ui/button'
import { SearchField } from '#web/components/ui/search_field'
import { useDebouncedSearch } from '#web/lib/use_debounced_search'
import { chatTargetsOf, type CardImport } from '../card_import.ts'
import { useFoundCharacters } from '../find_characters.ts'
import { hasTarget, type ChatTarget, type ImportItem } from '../import_item.ts'

interface ChatTargetFieldProps {
  item: ImportItem
  items: readonly ImportItem[]
  cardImport: CardImport
}

const resultsMax = 6

/** The character of a chat, or a search for it. */
export function ChatTargetField({ item, items, cardImport }: ChatTargetFieldProps) {
  const [isSearching, setIsSearching] = useState(false)
  const { target } = item
  if (target && !isSearching) {
    return (
      <div className="grid min-w-0 gap-1 pb-2.5 text-sm max-sm:pl-9">
        <div className="flex min-w-0 items-center gap-2">
          <Avatar {...avatarOf(target)} size="s" />
          <span className="min-w-0 flex-1">
            <span className="block text-faint">{target.kind === 'file' ? 'From these files' : 'With'}</span>
            <span className="block truncate font-semibold">{target.name}</span>
          </span>
          <Button
            size="s"
            look="quiet"
            aria-label={`Change the character of ${item.file.name}, now ${target.name}`}
            onClick={() => setIsSearching(true)}
          >
            Change
          </Button>
        </div>
        {item.isChosen && !hasTarget(item, items) && (
          <p className="text-warning-text">Choose {target.name} above as well, or another character.</p>
        )}
      </div>
    )
  }
  return (
    <CharacterSearch
      label={`Character of ${item.file.name}`}
      inFiles={chatTargetsOf(items)}
      isFocused={isSearching}
      onPick={(picked) => {
        setIsSearching(false)
        cardImport.setTarget(item.key, picked)
      }}
    />
  )
}

const avatarOf = (target: ChatTarget) =>
  target.kind === 'file'
    ? { address: target.picture, name: target.name }
    : { address: target.avatar, name: target.name, focus: target.avatarFocus }

interface CharacterSearchProps {
  label: string
  inFiles: readonly ChatTarget[]
  isFocused: boolean
  onPick: (target: ChatTarget) => void
}

function CharacterSearch({ label, inFiles, isFocused, onPick }: CharacterSearchProps) {
  const [text, setText] = useState('')
  const q = useDebouncedSearch(text)
  const found = useFoundCharacters(q)
  const matches = inFiles.filter(({ name }) => q !== '' && name.toLowerCase().includes(q.toLowerCase()))
  const others = (found.data ?? []).map((character): ChatTarget => ({ kind: 'character', ...character }))
  const results = q === '' ? [] : [...matches, ...others].slice(0, resultsMax)
  return (
    <div className="grid min-w-0 gap-1 pb-2.5 text-sm max-sm:pl-9">
      <p className="text-warning-text">Which character is it with?</p>
      <SearchField
        label={label}
        placeholder="Search characters"
        autoFocus={isFocused}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onClear={() => setText('')}
      />
      <ul className="grid empty:hidden">
        {results.map((target) => (
          <li key={target.kind === 'file' ? `${target.key} ${target.name}` : target.id} className="min-w-0">
            <Button look="quiet" className="w-full min-w-0 justify-start! px-2!" onClick={() => onPick(target)}>
              <Avatar {...avatarOf(target)} size="s" />
              <span className="truncate">{target.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-faint empty:hidden">
        {q !== '' && found.isSuccess && !found.isPlaceholderData && results.length === 0 && 'No characters found'}
        {q !== '' && found.isError && 'The search failed. Change the text to try again.'}
      </p>
    </div>
  )
}
