import type { StorageUse } from '#modules/accounts/api'
import { exportAccount } from '#modules/accounts/calls'
import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState, type ReactNode } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { saveFile } from '#web/lib/save_file'
import { fetchCall } from '#web/lib/api_client'
import { SettingsSection } from './settings_section.tsx'

/** Shows the used storage and exports the user's data. `children` is the account deletion. */
export function YourData({ storage, children }: { storage: StorageUse; children: ReactNode }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: exportData })
  const [bytes, setBytes] = useState(0)
  const exportFile = () => {
    setBytes(0)
    mutate(setBytes, { onSuccess: ({ name, contents }) => saveFile(name, contents.type, contents) })
  }
  return (
    <SettingsSection title="Your data" text="Export your data or delete your account.">
      <div className="grid gap-4">
        <div className="rounded-panel border border-line bg-raised p-4 sm:p-5">
          <h3 className="font-semibold">
            Storage: {formatMegabytes(storage.usedBytes)} of {formatMegabytes(storage.bytesMax)}
          </h3>
          <p className="mt-1 text-sm text-pretty text-soft">
            Your characters with their versions, lorebooks, imported card files and pictures.
          </p>
        </div>
        <div className="grid gap-x-6 gap-y-4 rounded-panel border border-line bg-raised p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:p-5">
          <div>
            <h3 className="font-semibold">Export my data</h3>
            <p className="mt-1 text-sm text-pretty text-soft">
              One JSON file with your account, persona, characters, chats, comments, likes and purchases.
            </p>
          </div>
          <Button isLoading={isPending} onClick={exportFile} className="max-sm:w-full">
            <Download aria-hidden className="size-4.5" />
            Export
          </Button>
          <p role="status" className="text-sm text-soft empty:hidden sm:col-span-2">
            {isPending && `Preparing your file${bytes > 0 ? `: ${formatSize(bytes)} so far` : ''}.`}
            {isSuccess && `Your file is ready: ${formatSize(bytes)}, saved to your downloads.`}
          </p>
          {error && !isStatus(error, 401) && (
            <div className="sm:col-span-2">
              <Alert tone="danger" isLive title="Your data couldn’t be exported">
                {sentenceOf(error, 'The download was interrupted. Try again.')}
              </Alert>
            </div>
          )}
        </div>
        {children}
      </div>
    </SettingsSection>
  )
}

/** In the units of the limit, which is in MiB. */
const formatMegabytes = (bytes: number) => {
  const megabytes = bytes / 1_048_576
  if (megabytes >= 1_024) return `${(megabytes / 1_024).toLocaleString('en', { maximumFractionDigits: 1 })} GB`
  return `${Math.ceil(megabytes).toLocaleString('en')} MB`
}

const formatSize = (bytes: number) => {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`
}

interface ExportedData {
  name: string
  contents: Blob
}

/** Downloads all data of the user. Reports the bytes received so far; throws if the download breaks off. */
async function exportData(onProgress: (bytes: number) => void): Promise<ExportedData> {
  const response = await fetchCall(exportAccount)
  const pieces: BlobPart[] = []
  let bytes = 0
  const reader = response.body!.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(read.value as Uint8Array<ArrayBuffer>)
    onProgress((bytes += read.value.byteLength))
  }
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  return { name: name ?? 'account-export.json', contents: new Blob(pieces, { type: 'application/json' }) }
}
