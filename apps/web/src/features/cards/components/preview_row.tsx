import type { DuplicatesRule, CardDifference, CardFileOutcome, CardMatch, ComparedField } from '#modules/cards/api'
import { memo, useState } from 'react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Badge } from '#web/components/ui/badge'
import { NativeSelect } from '#web/components/ui/field'
import { InlineSpinner } from '#web/components/ui/inline_spinner'
import { Checkbox } from '#web/components/ui/toggle'
import { ChangeList } from '#web/components/shared/change_list'
import type { Change } from '#web/components/shared/difference'
import { fieldNames } from '#web/components/shared/version_changes'
import { countOf } from '#web/lib/count_of'
import { Avatar } from '#web/components/shared/avatar'
import { Button } from '#web/components/ui/button'
import { SearchField } from '#web/components/ui/search_field'
import { useDebouncedSearch } from '#web/lib/use_debounced'
import { chatTargetsOf, type CardImport } from '../card_import.ts'
import {
  duplicatesOf,
  isDuplicate,
  isUsable,
  isWaiting,
  hasTarget,
  type ImportItem,
  type ChatTarget,
} from '../import_item.ts'
import { forbiddenWordsOf, isAdult, pictureOf, summaryOf, titleOf } from '../item_texts.ts'
import { ImportItemHead } from './import_item_head.tsx'
import { useFoundCharacters } from '../find_characters.ts'

interface PreviewRowProps {
  item: ImportItem
  /** All items for a chat, because its character may come from another item. Empty for other files. */
  items: readonly ImportItem[]
  cardImport: CardImport
}

/** A row with the contents of a file, where the user chooses whether to import it. */
export const PreviewRow = memo(function PreviewRow({ item, items, cardImport }: PreviewRowProps) {
  const title = titleOf(item)
  const forbidden = forbiddenWordsOf(item)
  const head = (
    <ImportItemHead
      item={item}
      title={title}
      picture={pictureOf(item)}
      summary={item.isChat ? 'Chat' : summaryOf(item)}
    >
      {isAdult(item) && (
        <span className="mt-1 block">
          <Badge>Adult</Badge>
        </span>
      )}
      {forbidden.length > 0 && (
        <span className="mt-1 block text-warning-text">Stays private until you remove: {forbidden.join(', ')}</span>
      )}
      {item.refusal !== null && <span className="mt-1 block text-danger-text">{item.refusal}</span>}
    </ImportItemHead>
  )
  const canChoose = isUsable(item) && !isDuplicate(item) && (!item.isChat || item.target !== null)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-4 px-3 py-1.5 sm:grid-cols-[minmax(0,1fr)_16rem] sm:items-center sm:px-4">
      {canChoose ? (
        <Checkbox
          aria-label={title}
          checked={item.isChosen}
          onChange={({ target }) => cardImport.choose(item.key, target.checked)}
          label={head}
          className="[&>span:last-child]:flex-1"
        />
      ) : (
        <div className="flex min-w-0 items-start gap-3 py-2.5">
          <span className="w-6 shrink-0">{isWaiting(item) && <InlineSpinner className="size-5" />}</span>
          {head}
        </div>
      )}
      {duplicatesOf(item) > 0 && (
        <DuplicatesField
          item={item}
          title={title}
          onChange={(doubles) => cardImport.setDuplicatesRule([item.key], doubles)}
        />
      )}
      <MatchDetails item={item} />
      {item.isChat && item.refusal === null && <ChatTargetField item={item} items={items} cardImport={cardImport} />}
    </li>
  )
})

export const duplicatesOptions = (
  <>
    <option value="skip">Skip</option>
    <option value="version">Update (new version)</option>
    <option value="copy">Import as new</option>
  </>
)

function DuplicatesField({
  item,
  title,
  onChange,
}: {
  item: ImportItem
  title: string
  onChange: (rule: DuplicatesRule) => void
}) {
  return (
    <label className="grid gap-1 pb-2.5 text-sm text-soft max-sm:pl-9">
      <span>{labelOf(item)}</span>
      <NativeSelect
        aria-label={`You have ${title}`}
        value={item.doubles}
        onChange={({ currentTarget }) => onChange(currentTarget.value as DuplicatesRule)}
      >
        {duplicatesOptions}
      </NativeSelect>
      {item.doubles === 'skip' && !isDuplicate(item) && hasOtherVersion(item) && (
        <span className="text-faint">Other versions of your characters come in as new characters.</span>
      )}
    </label>
  )
}

const hasOtherVersion = ({ preview }: ImportItem) =>
  preview?.some(({ outcome, match }) => outcome === 'imported' && match !== null) ?? false

const labelOf = (item: ImportItem): string => {
  if (item.preview!.length > 1) return 'Those that you have'
  return hasOtherVersion(item) ? 'You may have another version' : 'You have this one'
}

/** The number of cards of an archive whose differences are shown. */
const cardsShown = 50

/** Folded details about what an update would change in the user's characters. */
function MatchDetails({ item: { preview, refusal } }: { item: ImportItem }) {
  const matched = (preview ?? []).filter((one): one is CardFileOutcome & { match: CardMatch } => one.match !== null)
  if (refusal !== null || matched.length === 0) return null
  return (
    <div className="grid gap-1 pb-2 sm:col-span-2 sm:pl-24">
      {matched.slice(0, cardsShown).map(({ file, match }) => (
        <MatchedCard key={file} match={match} isOneOfSeveral={preview!.length > 1} />
      ))}
      {matched.length > cardsShown && (
        <p className="text-sm text-faint">
          {countOf(matched.length - cardsShown, 'more card')} that you have. Import fewer files to compare them.
        </p>
      )}
    </div>
  )
}

function MatchedCard({ match, isOneOfSeveral }: { match: CardMatch; isOneOfSeveral: boolean }) {
  const { name, by, differences, moreDifferences } = match
  const reason = { card: null, source: 'from the same source', creator: 'by the same creator' }[by]
  if (differences?.length === 0)
    return (
      <p className="text-sm text-soft">
        {isOneOfSeveral && `${name}: `}An update changes no text{reason && `, and this card is ${reason}`}.
      </p>
    )
  return (
    <details className="group text-sm">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 font-semibold text-soft hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        <span>
          What an update of {name} changes {reason && <span className="font-normal text-faint">({reason})</span>}
        </span>
      </summary>
      <div className="grid gap-3 pt-1 pb-2">
        {differences === null ? (
          <p className="text-soft">There is too much to compare here. Import this card by itself to compare it.</p>
        ) : (
          <ChangeList layout="stacked" changes={differences.map(toChange)} />
        )}
        {moreDifferences > 0 && <p className="text-faint">And {countOf(moreDifferences, 'more change')}.</p>}
      </div>
    </details>
  )
}

const names: Record<ComparedField, string> = {
  ...fieldNames,
  creatorNotes: 'Creator’s notes',
  creatorName: 'Creator',
  version: 'Version',
  source: 'Source',
  category: 'Category',
  tags: 'Tags',
  isNsfw: 'Adult',
  lorebook: 'Lorebook',
}

const toChange = ({ field, number, before, after }: CardDifference): Change => ({
  name: number === null ? names[field] : `${names[field]} ${number}`,
  before,
  after,
})

interface ChatTargetFieldProps {
  item: ImportItem
  items: readonly ImportItem[]
  cardImport: CardImport
}

const resultsMax = 6

/** The character of a chat, or a search for it. */
function ChatTargetField({ item, items, cardImport }: ChatTargetFieldProps) {
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
