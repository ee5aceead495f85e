import { limits } from '#modules/admin/api'
import FileArchive from 'lucide-react/icons/file-archive'
import { countOf } from '#web/lib/count_of'
import { toast, toastFailure } from '#web/lib/toasts'
import { useStartCardImport } from '../card_imports.ts'
import { CardImportList } from './card_import_list.tsx'
import { UploadZone, useUpload } from './upload_zone.tsx'

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
