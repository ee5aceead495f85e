import { limits, type ImportAnswer } from '#modules/gallery/api'
import Download from 'lucide-react/icons/download'
import FileJson from 'lucide-react/icons/file-json'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { saveFile } from '#web/lib/save_file'
import { toastFailure } from '#web/lib/toasts'
import { useImportCharacters } from '../characters.ts'
import { sampleCharacters } from '../sample_characters.ts'
import { toastImported } from '../import_result.ts'
import { ImportReport } from './import_report.tsx'
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
