import { useEffect, useRef } from 'react'
import { Button } from '#web/components/ui/button'
import { Progress } from '#web/components/ui/progress'
import { countOf } from '#web/lib/count_of'
import type { CardImport, ImportState } from '../card_import.ts'
import { isPending } from '../import_item.ts'

interface ImportProgressProps {
  state: ImportState
  cardImport: CardImport
}

export function ImportProgress({ state: { items, share }, cardImport }: ImportProgressProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const done = items.filter(({ result }) => result !== null).length
  const all = done + items.filter((item) => isPending(item, items)).length
  return (
    <section
      aria-labelledby="import-progress"
      className="grid justify-items-center gap-4 rounded-card border border-line bg-raised px-4 py-14 text-center"
    >
      <h2 id="import-progress" ref={heading} tabIndex={-1} className="display text-2xl outline-none">
        Importing
      </h2>
      <div className="w-full max-w-md">
        <Progress label="Importing your files" value={Math.round(share * 100)} />
      </div>
      <p role="status" className="text-soft tabular-nums">
        {done.toLocaleString('en')} of {countOf(all, 'file')} imported
      </p>
      <p className="text-sm text-balance text-faint">
        Keep this page open. If you cancel, files imported so far are kept.
      </p>
      <Button onClick={cardImport.cancel}>Cancel</Button>
    </section>
  )
}
