import { limits, type ImportAnswer } from '#modules/gallery/api'
import Download from 'lucide-react/icons/download'
import FileJson from 'lucide-react/icons/file-json'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Progress } from '#web/components/ui/progress'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { classNames } from '#web/lib/class_names'
import { saveFile } from '#web/lib/save_file'
import { toastFailure } from '#web/lib/toasts'
import { useDrop } from '#web/lib/use_drop'
import { useImportCharacters } from '../characters.ts'
import { sampleCharacters } from '../sample_characters.ts'
import { toastImported } from '../import_result.ts'
import { ImportReport } from './import_report.tsx'
import { QuickImport } from './quick_import.tsx'

/** The name and result of the last import. */
interface Report {
  name: string
  answer: ImportAnswer
}

/** Imports characters from a JSON file (chosen or dropped), or the eight built-in ones. */
export function CharacterImport() {
  const chooser = useRef<HTMLInputElement>(null)
  const [report, setReport] = useState<Report | null>(null)
  const file = useFileImport(setReport)
  const { sending } = file

  const { isOver, dropProps } = useDrop(({ files: [first] }) => {
    if (first) void file.take(first)
  })
  return (
    <div className="grid min-w-0 gap-4">
      <div
        {...dropProps}
        className={classNames(
          'grid min-h-44 place-content-center lg:min-h-62 justify-items-center gap-3 rounded-panel border border-dashed px-4 py-6 text-center transition-colors',
          isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong/70 bg-field/40'
        )}
      >
        {sending ? (
          <div className="grid w-64 max-w-full gap-2.5">
            <p role="status" className="truncate text-sm text-soft">
              {sending.share < 1 ? `Sending ${sending.name}` : `Reading ${sending.name}`}
            </p>
            <Progress
              label={`Importing ${sending.name}`}
              {...(sending.share < 1 ? { value: Math.round(sending.share * 100) } : {})}
            />
            {sending.share < 1 && (
              <Button size="s" look="quiet" className="justify-self-center" onClick={file.stop}>
                Cancel
              </Button>
            )}
          </div>
        ) : (
          <>
            <FileJson aria-hidden className="size-8 text-faint" />
            <Button look="primary" onClick={() => chooser.current?.click()}>
              Choose JSON file
            </Button>
            <p className="text-sm text-balance text-faint">
              or drop one here: a list of up to {limits.importEntriesMax.toLocaleString('en')} characters
            </p>
          </>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="JSON file with characters"
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const [first] = currentTarget.files ?? []
          if (first) void file.take(first)
          // Lets the same file be chosen again.
          currentTarget.value = ''
        }}
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

/** Imports one file at a time; others are ignored meanwhile. */
function useFileImport(onReport: (report: Report | null) => void) {
  const importing = useImportCharacters()
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const call = useRef<AbortController | null>(null)
  useEffect(() => () => call.current?.abort(), [])

  const importFile = async (file: File) => {
    if (call.current) return
    if (!isJson(file)) return toastFailure('Invalid File', 'Please select a JSON file')
    const controller = new AbortController()
    call.current = controller
    onReport(null)
    setSending({ name: file.name, share: 0 })
    try {
      const answer = await importing.mutateAsync({
        file,
        signal: controller.signal,
        onProgress: (share) => setSending({ name: file.name, share }),
      })
      onReport({ name: file.name, answer })
      toastImported(answer)
    } catch (error) {
      if (!controller.signal.aborted && !isStatus(error, 401))
        toastFailure('Import Failed', sentenceOf(error, 'Failed to import characters'))
    } finally {
      call.current = null
      setSending(null)
    }
  }
  return { sending, take: importFile, stop: () => call.current?.abort() }
}

/** By MIME type, or by name where the system has no type. */
const isJson = ({ name, type }: File): boolean =>
  type === 'application/json' || (type === '' && name.toLowerCase().endsWith('.json'))
