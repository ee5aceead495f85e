import { brand } from '#config/brand'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useEffect, useRef } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { browser } from '#web/lib/browser'
import { printText } from '#web/lib/print_text'
import { saveFile } from '#web/lib/save_file'
import { toast, toastFailure } from '#web/lib/toasts'

interface RecoveryCodeListProps {
  codes: readonly string[]
  onDone: () => void
}

const title = `${brand.name} recovery codes`

/** Shown only once. */
export function RecoveryCodeList({ codes, onDone }: RecoveryCodeListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  const copy = () =>
    browser.copy(text).then(
      () => toast('Copied', 'Recovery codes copied to the clipboard.'),
      () => toastFailure('Error', 'The codes couldn’t be copied. Download them instead.')
    )
  return (
    <div className="grid gap-5 rounded-panel border border-line bg-raised p-4 sm:p-5">
      <div>
        <h3 ref={heading} tabIndex={-1} className="scroll-my-24 font-semibold outline-none">
          Save these recovery codes
        </h3>
        <p className="mt-1 text-sm text-pretty text-soft">Use one to sign in without your phone. Each works once.</p>
      </div>
      <ol className="grid gap-x-6 gap-y-2 rounded-control border border-line bg-field p-4 font-mono text-ui sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      {/* On phones, labels without icons fit in one row. */}
      <div className="flex flex-wrap gap-2 max-sm:[&>*]:grow max-sm:[&_svg]:hidden">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden className="size-4.5" />
          Copy
        </Button>
        <Button onClick={() => saveFile(fileName, 'text/plain', `${title}\n\n${text}\n`)}>
          <Download aria-hidden className="size-4.5" />
          Download
        </Button>
        <Button onClick={() => printText(title, text)}>
          <Printer aria-hidden className="size-4.5" />
          Print
        </Button>
      </div>
      <Alert tone="warning">These codes are shown only once. Without them and your phone, you can’t sign in.</Alert>
      <div>
        <Button look="primary" onClick={onDone} className="max-sm:w-full">
          I’ve saved them
        </Button>
      </div>
    </div>
  )
}

const fileName = `${brand.name.toLowerCase()}-recovery-codes.txt`
