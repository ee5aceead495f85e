import { limits } from '#modules/admin/api'
import FileArchive from 'lucide-react/icons/file-archive'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Progress } from '#web/components/ui/progress'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { classNames } from '#web/lib/class_names'
import { countOf } from '#web/lib/count_of'
import { toast, toastFailure } from '#web/lib/toasts'
import { useDrop } from '#web/lib/use_drop'
import { useStartCardImport } from '../card_imports.ts'
import { CardImportList } from './card_import_list.tsx'

/** Uploads cards and zips of cards, which the server imports in the background. */
export function CardImports() {
  const chooser = useRef<HTMLInputElement>(null)
  const { sending, take, stop } = useUpload()
  const { isOver, dropProps } = useDrop(({ files }) => void take([...files]))
  return (
    <div className="grid min-w-0 gap-4">
      <div
        {...dropProps}
        className={classNames(
          'grid min-h-36 place-content-center justify-items-center gap-3 rounded-panel border border-dashed px-4 py-6 text-center transition-colors',
          isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong/70 bg-field/40'
        )}
      >
        {sending ? (
          <div className="grid w-64 max-w-full gap-2.5">
            <p role="status" className="truncate text-sm text-soft">
              Sending {sending.name}
            </p>
            <Progress label={`Sending ${sending.name}`} value={Math.round(sending.share * 100)} />
            <Button size="s" look="quiet" className="justify-self-center" onClick={stop}>
              Cancel
            </Button>
          </div>
        ) : (
          <>
            <FileArchive aria-hidden className="size-8 text-faint" />
            <Button onClick={() => chooser.current?.click()}>Choose cards or zips</Button>
            <p className="text-sm text-balance text-faint">
              or drop them here: PNG, JPEG, WebP, JSON, YAML, CharX and BYAF, or zips of them, up to 1 GB
            </p>
          </>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        aria-label="Cards or zips of cards"
        accept=".png,.apng,.jpg,.jpeg,.webp,.json,.yaml,.yml,.charx,.byaf,.zip"
        onChange={({ currentTarget }) => {
          void take([...(currentTarget.files ?? [])])
          // Lets the same files be chosen again.
          currentTarget.value = ''
        }}
      />
      <CardImportList />
    </div>
  )
}

/** One upload at a time; others are ignored meanwhile. */
function useUpload() {
  const { mutateAsync } = useStartCardImport()
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const call = useRef<AbortController | null>(null)
  useEffect(() => () => call.current?.abort(), [])

  const take = async (files: readonly File[]) => {
    const [first] = files
    if (!first || call.current) return
    if (files.length > limits.cardImportFiles)
      return toastFailure('Too Many Files', `Choose ${limits.cardImportFiles} files at most, or put them into a zip.`)
    if (files.reduce((sum, { size }) => sum + size, 0) > limits.cardImportBytes)
      return toastFailure('Too Large', 'An upload can be at most 1 GB. Import larger files with the CLI.')
    const controller = new AbortController()
    call.current = controller
    const name = files.length === 1 ? first.name : countOf(files.length, 'file')
    setSending({ name, share: 0 })
    try {
      await mutateAsync({ files, signal: controller.signal, onProgress: (share) => setSending({ name, share }) })
      toast('Import Started', 'It continues when you leave this page.')
    } catch (error) {
      if (!controller.signal.aborted && !isStatus(error, 401))
        toastFailure('Import Failed', sentenceOf(error, 'The files couldn’t be sent. Please try again.'))
    } finally {
      call.current = null
      setSending(null)
    }
  }
  return { sending, take, stop: () => call.current?.abort() }
}
