import type { ImportAnswer, ImportRefusal } from '#modules/gallery/api'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { browser } from '#web/lib/browser'
import { saveFile } from '#web/lib/save_file'
import { toast, toastFailure } from '#web/lib/toasts'
import { duplicateCount } from '../import_result.ts'

/** The most refusals shown; copy and download include all. */
const shownMax = 200

/** The result of an import, with the reason for each refused entry. */
export function ImportReport({ name, answer }: { name: string; answer: ImportAnswer }) {
  const { imported, total, errors } = answer
  const notes = [
    { count: duplicateCount(answer), one: '1 already exists', many: 'already exist' },
    { count: errors.length, one: '1 was refused', many: 'were refused' },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => (count === 1 ? one : `${count.toLocaleString('en')} ${many}`))
  return (
    <div className="grid min-w-0 gap-3">
      <Alert tone={errors.length > 0 ? 'warning' : 'success'} title={`${imported} of ${total} imported`}>
        {[name, ...notes].join(' · ')}
      </Alert>
      {errors.length > 0 && <Refusals errors={errors} />}
    </div>
  )
}

function Refusals({ errors }: { errors: ImportRefusal[] }) {
  const copy = async () => {
    try {
      await browser.copy(errors.map(reportLine).join('\n'))
      toast('Copied', 'Report copied to the clipboard.')
    } catch {
      toastFailure('Error', 'The report couldn’t be copied. Download it instead.')
    }
  }
  return (
    <div className="min-w-0 overflow-clip rounded-panel border border-line">
      <ol
        aria-label="Refused entries"
        tabIndex={0}
        className="max-h-72 divide-y divide-line overflow-y-auto bg-raised text-sm focus-visible:-outline-offset-2"
      >
        {errors.slice(0, shownMax).map((refusal) => (
          <li key={refusal.index} className="grid grid-cols-[minmax(0,1fr)] gap-0.5 px-4 py-2.5 break-words">
            <p className="flex min-w-0 items-baseline gap-2">
              <span className="shrink-0 text-faint tabular-nums">Entry {refusal.index + 1}</span>
              <span className="min-w-0 truncate font-semibold">{refusal.name?.trim() || 'unnamed'}</span>
            </p>
            <p className="text-soft">{refusal.message}</p>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2 border-t border-line bg-raised px-2 py-1.5">
        <Button look="quiet" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" />
          Copy report
        </Button>
        <Button
          look="quiet"
          onClick={() => saveFile('import-report.json', 'application/json', JSON.stringify(errors, null, 2))}
        >
          <Download aria-hidden className="size-4" />
          Download report
        </Button>
        {errors.length > shownMax && (
          <p className="px-2 text-sm text-faint">The first {shownMax} are shown. Copy or download to get all.</p>
        )}
      </div>
    </div>
  )
}

const reportLine = ({ index, name, message }: ImportRefusal) =>
  `Entry ${index + 1}: ${name?.trim() || 'unnamed'}: ${message}`
