import type { DuplicatesRule } from '#modules/cards/api'
import { memo } from 'react'
import { Badge } from '#web/components/ui/badge'
import { NativeSelect } from '#web/components/ui/field'
import { InlineSpinner } from '#web/components/ui/inline_spinner'
import { Checkbox } from '#web/components/ui/toggle'
import type { CardImport } from '../card_import.ts'
import { duplicatesOf, isDuplicate, isUsable, isWaiting, type ImportItem } from '../import_item.ts'
import { forbiddenWordsOf, isAdult, pictureOf, summaryOf, titleOf } from '../item_texts.ts'
import { ChatTargetField } from './chat_target_field.tsx'
import { ImportItemHead } from './import_item_head.tsx'
import { MatchDetails } from './match_details.tsx'

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
