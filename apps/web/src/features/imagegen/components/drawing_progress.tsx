import { Progress } from '../../../components/ui/progress.tsx'
import { useElapsedSeconds } from '../use_elapsed_seconds.ts'

/** That it goes on, and for how long already. How far it is nobody knows, so nothing says so. */
export function DrawingProgress({ since }: { since: number }) {
  const seconds = useElapsedSeconds(since)
  return (
    <div className="grid gap-2">
      <Progress label="Drawing your picture" />
      <p className="text-sm text-soft">
        {/* Said once; the seconds are for the eyes. */}
        <span role="status">Drawing your picture…</span>{' '}
        <span aria-hidden className="tabular-nums">
          {elapsedText(seconds)}
        </span>
        {seconds >= slowSeconds && ' This one takes a while. You may leave this page and come back.'}
      </p>
    </div>
  )
}

const slowSeconds = 20

const elapsedText = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
