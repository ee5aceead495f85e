import type { DuplicatesRule } from '#modules/cards/api'
import { useEffect, useId, useRef } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { NativeSelect } from '#web/components/ui/field'
import { Progress } from '#web/components/ui/progress'
import { countOf } from '#web/lib/count_of'
import type { CardImport, ImportState } from '../card_import.ts'
import { pickedMax } from '../collect_files.ts'
import { duplicatesOf, isDuplicate, isPending, isUsable, isWaiting, type ImportItem } from '../import_item.ts'
import { DropZone } from './drop_zone.tsx'
import { duplicatesOptions, PreviewRow } from './preview_row.tsx'

interface ImportPreviewProps {
  state: ImportState
  cardImport: CardImport
  isOver: boolean
}

/** A preview of the selected files. The user chooses which of them to import. */
export function ImportPreview({ state, cardImport, isOver }: ImportPreviewProps) {
  const { items, phase, stopped, isOverfull } = state
  const heading = useRef<HTMLHeadingElement>(null)
  // The heading gets the focus, because the button that had it was removed.
  useEffect(() => heading.current?.focus(), [])
  const id = useId()
  const waiting = items.filter(isWaiting).length
  const isReading = phase === 'reading'
  const pending = items.filter((item) => isPending(item, items)).length
  const duplicates = items.filter((item) => duplicatesOf(item) > 0)
  const optional = items.filter(
    (item) => isUsable(item) && !isDuplicate(item) && (!item.isChat || item.target !== null)
  )
  const areAllChosen = optional.every(({ isChosen }) => isChosen)
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id={id} ref={heading} tabIndex={-1} className="display text-2xl outline-none">
          {isReading ? 'Reading your files' : 'Choose what to import'}
        </h2>
        <DropZone isSmall isOver={isOver} onPick={(picked) => void cardImport.add(picked)} />
      </div>
      <p role="status" className="sr-only">
        {isReading
          ? `${items.length - waiting} of ${countOf(items.length, 'file')} read`
          : `${countOf(pending, 'file')} chosen`}
      </p>
      {isReading && (
        <div className="mb-4">
          <Progress label="Reading your files" value={Math.round(((items.length - waiting) / items.length) * 100)} />
        </div>
      )}
      {stopped !== null && (
        <div className="mb-4">
          <Alert
            tone="warning"
            isLive
            title={waiting > 0 ? `${countOf(waiting, 'file was', 'files were')} not read yet` : undefined}
            action={
              <Button size="s" onClick={() => void cardImport.read()}>
                Try again
              </Button>
            }
          >
            {stopped}
          </Alert>
        </div>
      )}
      {isOverfull && (
        <div className="mb-4">
          <Alert tone="warning" title={`Only the first ${pickedMax.toLocaleString('en')} files are here`}>
            Import these, then choose the others.
          </Alert>
        </div>
      )}
      {(optional.length > 1 || duplicates.length > 1) && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Button
            size="s"
            look="quiet"
            disabled={optional.length === 0}
            onClick={() => {
              for (const { key } of optional) cardImport.choose(key, !areAllChosen)
            }}
          >
            {areAllChosen ? 'Choose none' : 'Choose all'}
          </Button>
          {duplicates.length > 1 && (
            <label className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
              All {duplicates.length.toLocaleString('en')} that you have
              <NativeSelect
                value={sameRule(duplicates.map((item) => item.doubles)) ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  cardImport.setDuplicatesRule(
                    duplicates.map(({ key }) => key),
                    value as DuplicatesRule
                  )
                }
              >
                <option value="" hidden>
                  Different
                </option>
                {duplicatesOptions}
              </NativeSelect>
            </label>
          )}
        </div>
      )}
      <ul aria-labelledby={id} className="divide-y divide-line rounded-panel border border-line bg-raised">
        {items.map((item) => (
          <PreviewRow key={item.key} item={item} items={item.isChat ? items : noItems} cardImport={cardImport} />
        ))}
      </ul>
      <div className="sticky bottom-[calc(3.75rem+1px+env(safe-area-inset-bottom))] z-10 -mx-4 mt-4 flex items-center gap-x-3 border-t sm:gap-x-4 border-line bg-bg px-4 py-2.5 sm:-mx-6 sm:px-6 lg:bottom-0 lg:py-4 xl:mx-0 xl:px-0">
        <Button
          look="primary"
          size="l"
          className="max-sm:flex-1"
          disabled={isReading || pending === 0}
          onClick={() => void cardImport.start()}
        >
          {pending === 0 ? 'Nothing chosen' : `Import ${countOf(pending, 'file')}`}
        </Button>
        <Button look="quiet" className="shrink-0" onClick={cardImport.reset}>
          {isReading ? 'Cancel' : 'Start over'}
        </Button>
        <p className="text-sm text-faint max-sm:hidden">Everything comes in as private. Nothing is published.</p>
      </div>
    </section>
  )
}

/** Only the rows of chats depend on the other items. The other rows get this constant, because a new list would render them again. */
const noItems: readonly ImportItem[] = []

/** Returns the rule that all items share; null if their rules differ. */
const sameRule = (rules: readonly DuplicatesRule[]): DuplicatesRule | null =>
  rules.every((rule) => rule === rules[0]) ? (rules[0] ?? null) : null
