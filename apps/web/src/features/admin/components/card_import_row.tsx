import type { CardImport, CardImportState } from '#modules/admin/api'
import { getCardImportReport } from '#modules/admin/calls'
import { addressOf } from '#modules/kernel/calls'
import Download from 'lucide-react/icons/download'
import { Badge, type Tone } from '#web/components/ui/badge'
import { Button, buttonClasses } from '#web/components/ui/button'
import { Progress } from '#web/components/ui/progress'
import { countOf } from '#web/lib/count_of'
import { isUnfinished } from '../card_imports.ts'

interface CardImportRowProps {
  cardImport: CardImport
  onCancel: () => void
}

export function CardImportRow({ cardImport, onCancel }: CardImportRowProps) {
  const { id, state, isCanceling, createdAt, files, share, counts } = cardImport
  const title = files.length === 1 ? files[0]!.name : countOf(files.length, 'file')
  const { label, tone } = states[state]
  const isOpen = isUnfinished(cardImport)
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 text-ui font-semibold break-words" title={files.map(({ name }) => name).join('\n')}>
          {title}
        </p>
        <Badge tone={tone}>{isCanceling ? 'Canceling' : label}</Badge>
      </div>
      {isOpen && (
        <Progress
          label={`Importing ${title}`}
          {...(state === 'running' && share > 0 ? { value: Math.round(share * 100) } : {})}
        />
      )}
      <p className="text-sm text-soft tabular-nums">{resultOf(counts, isOpen)}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <time dateTime={createdAt} className="text-sm text-faint tabular-nums">
          {timeFormat.format(new Date(createdAt))}
        </time>
        <div className="flex gap-1">
          {isOpen && (
            <Button
              size="s"
              look="quiet"
              disabled={isCanceling}
              aria-label={`Cancel the import of ${title}`}
              onClick={onCancel}
            >
              Cancel
            </Button>
          )}
          {counts.total > 0 && (
            <a
              href={addressOf(getCardImportReport, { params: { id } })}
              download
              aria-label={`Download the report of ${title}`}
              className={buttonClasses('quiet', false, 's')}
            >
              <Download aria-hidden className="size-4" />
              Report
            </a>
          )}
        </div>
      </div>
    </li>
  )
}

const states: Record<CardImportState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  running: { label: 'Running', tone: 'neutral' },
  done: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  canceled: { label: 'Canceled', tone: 'neutral' },
}

const resultOf = ({ imported, doubles, refused, total }: CardImport['counts'], isOpen: boolean): string => {
  if (total === 0) return isOpen ? 'Starting' : 'Nothing was imported.'
  const format = (count: number) => count.toLocaleString('en')
  return [
    `${format(imported)} imported`,
    ...(doubles > 0 ? [`${format(doubles)} already existed`] : []),
    ...(refused > 0 ? [`${format(refused)} refused`] : []),
  ].join(' · ')
}

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
