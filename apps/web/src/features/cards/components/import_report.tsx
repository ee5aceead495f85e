import { useEffect, useRef, type ReactNode } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { countOf } from '#web/lib/count_of'
import type { CardImport, ImportState } from '../card_import.ts'
import { isPending, type ImportItem } from '../import_item.ts'
import { ReportRow } from './report_row.tsx'

interface ImportReportProps {
  state: ImportState
  cardImport: CardImport
}

/** A report with the outcome of each file. */
export function ImportReport({ state: { items, stopped }, cardImport }: ImportReportProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const left = items.filter((item) => isPending(item, items)).length
  const withReport = items.filter((item) => item.result !== null || item.refusal !== null)
  return (
    <section aria-labelledby="import-report">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="import-report" ref={heading} tabIndex={-1} className="display text-2xl outline-none">
            {left > 0 ? 'Import interrupted' : 'Import report'}
          </h2>
          <p className="mt-1 text-soft">{totalsOf(items)}</p>
        </div>
        <Button onClick={cardImport.reset}>Import more</Button>
      </div>
      {stopped !== null && (
        <div className="mb-4">
          <Alert
            tone="warning"
            isLive
            title={left > 0 ? `${countOf(left, 'file is', 'files are')} not imported yet` : undefined}
            action={
              left > 0 && (
                <Button size="s" onClick={() => void cardImport.start()}>
                  Continue
                </Button>
              )
            }
          >
            {stopped}
          </Alert>
        </div>
      )}
      <ul
        aria-labelledby="import-report"
        className="divide-y divide-line rounded-panel border border-line bg-raised empty:hidden"
      >
        {withReport.flatMap((item): ReactNode[] => {
          const outcomes = item.result?.kind === 'read' ? item.result.outcomes : [null]
          return outcomes.map((outcome, index) => (
            <ReportRow key={`${item.key} ${index}`} item={item} outcome={outcome} />
          ))
        })}
      </ul>
    </section>
  )
}

/** Returns the totals: 'Imported: 3 characters, 1 lorebook, and 1 chat. You had 2 already.' */
function totalsOf(items: readonly ImportItem[]): string {
  const outcomes = items.flatMap(({ result }) => (result?.kind === 'read' ? result.outcomes : []))
  const imported = outcomes.filter(({ outcome }) => outcome === 'imported')
  const characters = imported.filter(({ character }) => character !== null).length
  const chats = items.reduce(
    (sum, { result }) => sum + (result?.kind === 'chat' ? result.answer.sessions.length : 0),
    0
  )
  const lorebooks = imported.filter(({ character, lorebook }) => character === null && lorebook !== null).length
  const duplicates = outcomes.filter(({ outcome }) => outcome === 'double').length
  const refused =
    outcomes.filter(({ outcome }) => outcome === 'refused').length +
    items.filter(({ result, refusal }) => refusal !== null || result?.kind === 'failed').length
  const parts = [
    characters > 0 && countOf(characters, 'character'),
    lorebooks > 0 && countOf(lorebooks, 'lorebook'),
    chats > 0 && countOf(chats, 'chat'),
  ].filter((part) => part !== false)
  return [
    parts.length > 0 ? `Imported: ${new Intl.ListFormat('en').format(parts)}.` : 'Nothing was imported.',
    duplicates > 0 && `You had ${duplicates.toLocaleString('en')} already.`,
    refused > 0 && `Not imported: ${refused.toLocaleString('en')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
