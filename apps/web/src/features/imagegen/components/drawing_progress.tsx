import { useEffect, useState } from 'react'
import { Progress } from '#web/components/ui/progress'

interface DrawingProgressProps {
  since: number
  /** Said when it takes long. */
  hint?: string
}

/** Shows the elapsed time, because the progress is unknown. */
export function DrawingProgress({ since, hint = 'You can leave this page and come back.' }: DrawingProgressProps) {
  const seconds = useElapsedSeconds(since)
  return (
    <div className="grid gap-2">
      <Progress label="Generating your picture" />
      <p className="text-sm text-soft">
        {/* Announced once, without the seconds. */}
        <span role="status">Generating your picture…</span>{' '}
        <span aria-hidden className="tabular-nums">
          {elapsedText(seconds)}
        </span>
        {seconds >= slowSeconds && ` This one takes a while. ${hint}`}
      </p>
    </div>
  )
}

const slowSeconds = 20

const elapsedText = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`

/** The whole seconds since a timestamp, updated every second. */
function useElapsedSeconds(since: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - since) / 1_000))
}
