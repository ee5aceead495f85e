import { limits, type ImportAnswer, type ImportRefusal } from '#modules/gallery/api'
import Download from 'lucide-react/icons/download'
import FileJson from 'lucide-react/icons/file-json'
import { useState } from 'react'
import Copy from 'lucide-react/icons/copy'
import { Button } from '#web/components/ui/button'
import { saveFile } from '#web/lib/save_file'
import { toastFailure, toast } from '#web/lib/toasts'
import { Alert } from '#web/components/ui/alert'
import { browser } from '#web/lib/browser'
import { useImportCharacters } from '../characters.ts'
import { sampleCharacters } from '../sample_characters.ts'
import { toastImported, duplicateCount } from '../import_result.ts'
import { QuickImport } from './quick_import.tsx'
import { UploadZone, useUpload } from './upload_zone.tsx'

/** The name and result of the last import. */
interface Report {
  name: string
  answer: ImportAnswer
}

/** Imports characters from a JSON file (chosen or dropped), or the eight built-in ones. */
export function CharacterImport() {
  const [report, setReport] = useState<Report | null>(null)
  const { mutateAsync } = useImportCharacters()
  const upload = useUpload()
  const take = ([file]: readonly File[]) => {
    if (!file || upload.sending) return
    if (!isJson(file)) return toastFailure('Invalid File', 'Please select a JSON file')
    setReport(null)
    void upload.send(file.name, 'Failed to import characters', async (options) => {
      const answer = await mutateAsync({ file, ...options })
      setReport({ name: file.name, answer })
      toastImported(answer)
    })
  }
  return (
    <div className="grid min-w-0 gap-4">
      <UploadZone
        upload={upload}
        isRead
        icon={<FileJson aria-hidden className="size-8 text-faint" />}
        button="Choose JSON file"
        look="primary"
        text={`or drop one here: a list of up to ${limits.importEntriesMax.toLocaleString('en')} characters`}
        label="JSON file with characters"
        accept=".json,application/json"
        className="min-h-44 lg:min-h-62"
        onFiles={take}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() =>
            saveFile('sample-characters.json', 'application/json', JSON.stringify(sampleCharacters, null, 2))
          }
        >
          <Download aria-hidden className="size-4" />
          Sample file
        </Button>
        <QuickImport set="eight" onImported={(answer) => setReport({ name: 'The built-in eight', answer })} />
      </div>
      <div role="status" className="min-w-0 empty:hidden">
        {report && <ImportReport {...report} />}
      </div>
    </div>
  )
}

/** By MIME type, or by name where the system has no type. */
const isJson = ({ name, type }: File): boolean =>
  type === 'application/json' || (type === '' && name.toLowerCase().endsWith('.json'))

/** The most refusals shown; copy and download include all. */
const shownMax = 200

/** The result of an import, with the reason for each refused entry. */
function ImportReport({ name, answer }: { name: string; answer: ImportAnswer }) {
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
