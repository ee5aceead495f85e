import type { ImageProgress } from '#modules/imagegen/api'
import { useEffect, useState } from 'react'
import { useLiveEvents } from '#web/components/shared/live_events'
import { Progress } from '#web/components/ui/progress'

interface DrawingProgressProps {
  /** The id of the picture in the events about its progress. */
  id: string | undefined
  since: number
  /** Said when it takes long. */
  hint?: string
}

/** Shows how far a picture is, if the model tells it, and the elapsed time. */
export function DrawingProgress({ id, since, hint = 'You can leave this page and come back.' }: DrawingProgressProps) {
  const seconds = useElapsedSeconds(since)
  const progress = useProgress(id)
  const percent = progress?.state === 'drawing' ? Math.round(progress.fraction * 100) : undefined
  return (
    <div className="grid gap-2">
      <Progress label="Generating your picture" value={percent} />
      <p className="text-sm text-soft">
        {/* Announced once, without the numbers. */}
        <span role="status">
          {progress?.state === 'waiting' ? 'Your picture is waiting for its turn…' : 'Generating your picture…'}
        </span>{' '}
        <span aria-hidden className="tabular-nums">
          {progress?.state === 'waiting' && progress.ahead > 0 && `${progress.ahead} before yours · `}
          {percent !== undefined && `${percent} % · `}
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

/** The progress of the picture with this id. Null until the first event, and after another id. */
function useProgress(id: string | undefined): ImageProgress | null {
  const [told, setTold] = useState<(ImageProgress & { id: string }) | null>(null)
  useLiveEvents((event) => {
    if (event.type === 'picture' && event.id === id) setTold(event)
  })
  return told?.id === id ? told : null
}

/** The whole seconds since a timestamp, updated every second. */
function useElapsedSeconds(since: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - since) / 1_000))
}
