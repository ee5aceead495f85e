import type { CardFileOutcome, CardFileReport, ChatReport } from '#modules/cards/api'
import { useEffect, useRef, useId, type ReactNode } from 'react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Alert } from '#web/components/ui/alert'
import { Button, ButtonLink } from '#web/components/ui/button'
import { countOf } from '#web/lib/count_of'
import { Badge, type Tone } from '#web/components/ui/badge'
import { screens } from '#web/screens'
import type { CardImport, ImportState } from '../card_import.ts'
import { isPending, type ImportItem } from '../import_item.ts'
import { contentsOf, nameOf, pictureOf, titleOf, readAs } from '../item_texts.ts'
import { ImportItemHead } from './import_item_head.tsx'

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

interface ReportRowProps {
  item: ImportItem
  /** Null for chats, and for files that were not imported. */
  outcome: CardFileOutcome | null
}

/** A row with the outcome of a file, or of one file in an archive. */
function ReportRow({ item, outcome }: ReportRowProps) {
  const { result } = item
  const chat = result?.kind === 'chat' ? result : null
  const because =
    item.refusal ?? (result?.kind === 'failed' ? result.because : null) ?? outcome?.report.refusedBecause ?? null
  const [tone, status] = statusOf(item, outcome)
  const characterId = outcome?.outcome === 'refused' ? null : (outcome?.character?.id ?? null)
  const lorebookId = characterId === null && outcome?.outcome !== 'refused' ? (outcome?.lorebook?.id ?? null) : null
  const title = outcome ? nameOf(outcome) : titleOf(item)
  return (
    <li className="flex min-w-0 flex-wrap items-start gap-x-6 gap-y-3 px-3 py-3.5 sm:px-4">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1.5">
        <ImportItemHead
          item={item}
          title={title}
          picture={outcome?.contents?.picture ?? pictureOf(item)}
          summary={chat ? chatSummary(chat) : outcome ? contentsOf(outcome) : ''}
        >
          <span className="mt-1 block">
            <Badge tone={tone}>{status}</Badge>
          </span>
          {because !== null && <span className="mt-1 block break-words text-danger-text">{because}</span>}
        </ImportItemHead>
        <ReportDetails report={chat?.answer.report ?? outcome?.report ?? null} title={title} />
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:w-full max-sm:*:flex-1">
        {characterId !== null && (
          <>
            <ButtonLink to={screens.character.href({ characterId })} aria-label={`Open ${title}`}>
              Open
            </ButtonLink>
            <ButtonLink
              to={screens.chat.href({ characterId }, { new: 'true' })}
              aria-label={`Start chat with ${title}`}
            >
              Start chat
            </ButtonLink>
          </>
        )}
        {lorebookId !== null && (
          <ButtonLink to={screens.lorebook.href({ lorebookId })} aria-label={`Open ${title}`}>
            Open
          </ButtonLink>
        )}
        {chat && (
          <ButtonLink
            look="primary"
            to={screens.chat.href({ characterId: chat.answer.characterId }, { session: chat.answer.sessionId })}
          >
            Continue this chat
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

function statusOf({ result, refusal }: ImportItem, outcome: CardFileOutcome | null): [Tone, string] {
  if (refusal !== null || result?.kind === 'failed' || outcome?.outcome === 'refused') return ['danger', 'Not imported']
  if (outcome?.outcome === 'double') return ['neutral', 'You have this one']
  if (outcome?.match) return ['success', 'Updated']
  return ['success', 'Imported']
}

const chatSummary = ({
  answer,
  character,
}: {
  answer: { messageCount: number; sessions: unknown[] }
  character: string
}) =>
  [
    `Chat with ${character}`,
    answer.sessions.length > 1 && countOf(answer.sessions.length, 'chat'),
    countOf(answer.messageCount, 'message'),
  ]
    .filter(Boolean)
    .join(' · ')

interface ReportDetailsProps {
  report: CardFileReport | ChatReport | null
  title: string
}

const settingNames: Record<ChatReport['settings'][number], string> = {
  note: 'Author’s note',
  scenario: 'Scenario',
  systemPrompt: 'Instructions',
}

/** Folded details about how a file was read. */
function ReportDetails({ report, title }: ReportDetailsProps) {
  if (!report) return null
  const format = readAs(report)
  const { kept, warnings } = report
  const settings = 'settings' in report ? report.settings.map((setting) => settingNames[setting]) : []
  if (format === null && kept.length === 0 && warnings.length === 0 && settings.length === 0) return null
  return (
    <details className="group text-sm sm:pl-15">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 font-semibold text-soft hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        How it was read
        <span className="sr-only">: {title}</span>
        {warnings.length > 0 && <span className="font-normal text-faint">{countOf(warnings.length, 'note')}</span>}
      </summary>
      <div className="grid gap-3 pt-1 pb-2 text-soft">
        {format !== null && <p>Read as {format}.</p>}
        <Lines title="Differs from the standard" lines={warnings} />
        <Lines title="Saved for export only" lines={kept} />
        <Lines title="Set in the chat’s settings" lines={settings} />
      </div>
    </details>
  )
}

const linesShown = 100

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  const id = useId()
  if (lines.length === 0) return null
  return (
    <div>
      <p id={id} className="font-semibold text-text">
        {title}
      </p>
      <ul aria-labelledby={id} className="list-disc pl-5 [overflow-wrap:anywhere] marker:text-faint">
        {lines.slice(0, linesShown).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > linesShown && <li>{(lines.length - linesShown).toLocaleString('en')} more</li>}
      </ul>
    </div>
  )
}
