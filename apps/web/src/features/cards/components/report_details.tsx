import type { CardFileReport, ChatReport } from '#modules/cards/api'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId } from 'react'
import { countOf } from '#web/lib/count_of'
import { readAs } from '../item_texts.ts'

interface ReportDetailsProps {
  report: CardFileReport | ChatReport | null
  title: string
}

const settingNames: Record<ChatReport['settings'][number], string> = {
  note: 'Author’s note',
  scenario: 'Scenario',
  systemPrompt: 'Instructions',
}

/** Folded details about how a file was read. */
export function ReportDetails({ report, title }: ReportDetailsProps) {
  if (!report) return null
  const format = readAs(report)
  const { kept, warnings } = report
  const settings = 'settings' in report ? report.settings.map((setting) => settingNames[setting]) : []
  if (format === null && kept.length === 0 && warnings.length === 0 && settings.length === 0) return null
  return (
    <details className="group text-sm sm:pl-15">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 font-semibold text-soft hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        How it was read
        <span className="sr-only">: {title}</span>
        {warnings.length > 0 && <span className="font-normal text-faint">{countOf(warnings.length, 'note')}</span>}
      </summary>
      <div className="grid gap-3 pt-1 pb-2 text-soft">
        {format !== null && <p>Read as {format}.</p>}
        <Lines title="Differs from the standard" lines={warnings} />
        <Lines title="Saved for export only" lines={kept} />
        <Lines title="Set in the chat’s settings" lines={settings} />
      </div>
    </details>
  )
}

const linesShown = 100

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  const id = useId()
  if (lines.length === 0) return null
  return (
    <div>
      <p id={id} className="font-semibold text-text">
        {title}
      </p>
      <ul aria-labelledby={id} className="list-disc pl-5 [overflow-wrap:anywhere] marker:text-faint">
        {lines.slice(0, linesShown).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > linesShown && <li>{(lines.length - linesShown).toLocaleString('en')} more</li>}
      </ul>
    </div>
  )
}
