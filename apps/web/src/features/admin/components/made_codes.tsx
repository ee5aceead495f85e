import { brand } from '#config/brand'
import type { MadeCodes as Made } from '#modules/admin/api'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useEffect, useRef, useState } from 'react'
import { LeaveDialog } from '#web/components/shared/leave_dialog'
import { rubiesText } from '#web/components/shared/rubies_text'
import { useLeaveGuard } from '#web/components/shared/use_leave_guard'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { printText } from '#web/lib/print_text'
import { saveFile } from '#web/lib/save_file'
import { screens } from '#web/screens'
import { dateOf } from '../texts.ts'

const unsaved = 'The codes are neither downloaded nor printed, and can’t be shown again.'

/** New codes, shown only once. */
export function MadeCodes({ made: { batch, codes }, onDone }: { made: Made; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [isSaved, setIsSaved] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const guard = useLeaveGuard({ isActive: !isSaved })
  const download = () => {
    const lines = codes.map((code) => `${code},${batch.rubies},${batch.expiresAt}\r\n`)
    saveFile(`${brand.name.toLowerCase()}-codes.csv`, 'text/csv', `code,rubies,expires\r\n${lines.join('')}`)
    setIsSaved(true)
  }
  const print = () => {
    const where = `${window.location.origin}${screens.rubyShop.path}`
    const lines = codes.map((code) => `${code}   ${rubiesText(batch.rubies)}`)
    printText(
      `${brand.name}: ${batch.name}`,
      `Redeem at ${where} until ${dateOf(batch.expiresAt)}\n\n${lines.join('\n\n')}`
    )
    setIsSaved(true)
  }
  return (
    <section className="mb-8 grid gap-5 rounded-panel border border-line bg-raised p-4 sm:p-5">
      <div>
        <h2 ref={heading} tabIndex={-1} className="scroll-my-24 font-semibold outline-none">
          Save these codes
        </h2>
        <p className="mt-1 text-sm break-words text-soft">
          {batch.name}: {rubiesText(batch.rubies)} each, until {dateOf(batch.expiresAt)}
        </p>
      </div>
      <ol
        tabIndex={0}
        aria-label="Codes"
        className="grid max-h-72 gap-x-6 gap-y-2 overflow-y-auto rounded-control border border-line bg-field p-4 font-mono text-ui sm:grid-cols-2 lg:grid-cols-3"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <Alert tone="warning">Codes are shown only once. {brand.name} stores them so that they can’t be read.</Alert>
      <div className="flex flex-wrap gap-2 max-sm:[&>*]:grow">
        <Button onClick={download}>
          <Download aria-hidden className="size-4.5" />
          Download CSV
        </Button>
        <Button onClick={print}>
          <Printer aria-hidden className="size-4.5" />
          Print
        </Button>
        <Button look="primary" onClick={() => (isSaved ? onDone() : setIsAsking(true))}>
          Done
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Close without saving?"
        question={unsaved}
        confirmLabel="Close"
        onCancel={() => setIsAsking(false)}
        onConfirm={onDone}
      />
      <LeaveDialog guard={guard} question={unsaved} />
    </section>
  )
}
