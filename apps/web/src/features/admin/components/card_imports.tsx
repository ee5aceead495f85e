import { limits, type CardImport, type CardImportState } from '#modules/admin/api'
import { cancelCardImport, getCardImportReport } from '#modules/admin/calls'
import { addressOf } from '#modules/kernel/calls'
import FileArchive from 'lucide-react/icons/file-archive'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import Download from 'lucide-react/icons/download'
import { countOf } from '#web/lib/count_of'
import { toast, toastFailure, attempt } from '#web/lib/toasts'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { useCall } from '#web/lib/use_call'
import { Badge, type Tone } from '#web/components/ui/badge'
import { Button, buttonClasses } from '#web/components/ui/button'
import { Progress } from '#web/components/ui/progress'
import { useStartCardImport, cardImportsKey, isUnfinished, useCardImports } from '../card_imports.ts'
import { UploadZone, useUpload } from './upload_zone.tsx'
import { resetCharacters } from '../all_characters_cache.ts'

/** Uploads cards and zips of cards, which the server imports in the background. */
export function CardImports() {
  const { mutateAsync } = useStartCardImport()
  const upload = useUpload()
  const take = (files: readonly File[]) => {
    const [first] = files
    if (!first || upload.sending) return
    if (files.length > limits.cardImportFiles)
      return toastFailure('Too Many Files', `Choose ${limits.cardImportFiles} files at most, or put them into a zip.`)
    if (files.reduce((sum, { size }) => sum + size, 0) > limits.cardImportBytes)
      return toastFailure('Too Large', 'An upload can be at most 1 GB. Import larger files with the CLI.')
    const name = files.length === 1 ? first.name : countOf(files.length, 'file')
    void upload.send(name, 'The files couldn’t be sent. Please try again.', async (options) => {
      await mutateAsync({ files, ...options })
      toast('Import Started', 'It continues when you leave this page.')
    })
  }
  return (
    <div className="grid min-w-0 gap-4">
      <UploadZone
        upload={upload}
        icon={<FileArchive aria-hidden className="size-8 text-faint" />}
        button="Choose cards or zips"
        text="or drop them here: PNG, JPEG, WebP, JSON, YAML, CharX and BYAF, or zips of them, up to 1 GB"
        label="Cards or zips of cards"
        accept=".png,.apng,.jpg,.jpeg,.webp,.json,.yaml,.yml,.charx,.byaf,.zip"
        multiple
        className="min-h-36"
        onFiles={take}
      />
      <CardImportList />
    </div>
  )
}

/** The newest imports of cards, with their progress. */
function CardImportList() {
  const list = useCardImports()
  const cancel = useCall(cancelCardImport)
  const queryClient = useQueryClient()
  const [toCancel, setToCancel] = useState<CardImport | null>(null)
  const frame = useRef<HTMLOListElement>(null)
  useCharactersAfter(list.data)

  const cancelImport = async ({ id }: CardImport) => {
    await attempt('The import couldn’t be canceled.', () => cancel.mutateAsync({ params: { id } }))
    // It may also have ended in the meantime.
    await queryClient.invalidateQueries({ queryKey: cardImportsKey })
  }
  if (list.isPending)
    return (
      <Loading label="Loading imports">
        <Skeleton className="h-16 rounded-card" />
      </Loading>
    )
  if (!list.data) return <LoadFailed title="Couldn’t load the imports" query={list} />
  if (list.data.length === 0) return <p className="text-sm text-faint">No imports in the last 30 days.</p>
  return (
    <>
      <ol
        ref={frame}
        aria-label="Imports of cards"
        tabIndex={0}
        className="max-h-96 min-w-0 divide-y divide-line overflow-y-auto rounded-panel border border-line bg-raised focus-visible:-outline-offset-2"
      >
        {list.data.map((each) => (
          <CardImportRow key={each.id} cardImport={each} onCancel={() => setToCancel(each)} />
        ))}
      </ol>
      <ConfirmDialog
        isOpen={toCancel !== null}
        title="Cancel this import?"
        question="Characters that it has imported stay. To continue later, import the same files again: nothing is imported twice."
        confirmLabel="Cancel import"
        onConfirm={() => toCancel && void cancelImport(toCancel)}
        onCancel={() => setToCancel(null)}
        focusAfterConfirm={frame}
      />
    </>
  )
}

/** Reads the list of characters again when an import ends. */
function useCharactersAfter(imports: readonly CardImport[] | undefined) {
  const queryClient = useQueryClient()
  const unfinished = imports?.filter(isUnfinished).length ?? 0
  const before = useRef(0)
  useEffect(() => {
    if (unfinished < before.current) resetCharacters(queryClient)
    before.current = unfinished
  }, [unfinished, queryClient])
}

interface CardImportRowProps {
  cardImport: CardImport
  onCancel: () => void
}

function CardImportRow({ cardImport, onCancel }: CardImportRowProps) {
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
