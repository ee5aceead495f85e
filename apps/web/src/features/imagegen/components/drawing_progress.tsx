import { Button } from '../../../components/ui/button.tsx'
import { Progress } from '../../../components/ui/progress.tsx'
import { useElapsedSeconds } from '../use_elapsed_seconds.ts'

/** That it goes on, and for how long already. How far it is nobody knows, so nothing says so. */
export function DrawingProgress({ since, onCancel }: { since: number; onCancel: () => void }) {
  const seconds = useElapsedSeconds(since)
  return (
    <div className="grid gap-3 rounded-panel border border-line bg-raised p-4">
      <Progress label="Drawing your picture" />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-soft">
          {/* Said once; the seconds are for the eyes. */}
          <span role="status">Drawing your picture…</span>{' '}
          <span aria-hidden className="tabular-nums">
            {elapsedText(seconds)}
          </span>
          {seconds >= slowSeconds && <span className="block">This one takes long. You can leave and come back.</span>}
        </p>
        <Button size="s" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

const slowSeconds = 20

const elapsedText = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
