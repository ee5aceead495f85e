import Download from 'lucide-react/icons/download'
import { useState, type ReactNode } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { saveFile } from '#web/lib/save_file'
import { useExportData } from '../api/export_data.ts'
import { SettingsSection } from './settings_section.tsx'

/** Exports the user's data. `children` is the account deletion. */
export function YourData({ children }: { children: ReactNode }) {
  const { mutate, isPending, isSuccess, error } = useExportData()
  const [bytes, setBytes] = useState(0)
  const exportFile = () => {
    setBytes(0)
    mutate(setBytes, { onSuccess: ({ name, contents }) => saveFile(name, contents.type, contents) })
  }
  return (
    <SettingsSection title="Your data" text="Export your data or delete your account.">
      <div className="grid gap-4">
        <div className="grid gap-x-6 gap-y-4 rounded-panel border border-line bg-raised p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:p-5">
          <div>
            <h3 className="font-semibold">Export my data</h3>
            <p className="mt-1 text-sm text-pretty text-soft">
              One JSON file with your account, persona, characters, chats, comments, likes, rubies and orders.
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

const formatSize = (bytes: number) => {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`
}
