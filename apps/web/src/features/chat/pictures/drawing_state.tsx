import type { ChatPicture } from '#modules/chat/api'
import type { ImageProgress } from '#modules/imagegen/api'
import { useEffect, useState } from 'react'
import { liveEvents } from '#web/components/shared/live_events'
import { Button } from '#web/components/ui/button'
import { Progress } from '#web/components/ui/progress'

interface DrawingStateProps {
  picture: ChatPicture
  isStopping: boolean
  onStop: () => void
}

/** How far a drawing is. It goes on when the page is closed. */
export function DrawingState({ picture: { id, prompt }, isStopping, onStop }: DrawingStateProps) {
  const [progress, setProgress] = useState<ImageProgress | null>(null)
  useEffect(
    () => liveEvents.subscribe((event) => event.type === 'picture' && event.id === id && setProgress(event)),
    [id]
  )
  const isWaiting = progress?.state === 'waiting'
  return (
    <>
      <p className="text-sm text-soft">{isWaiting ? 'Waiting for the image engine…' : 'Drawing this moment…'}</p>
      <p className="mt-1 line-clamp-2 text-xs break-words text-faint">{prompt}</p>
      <div className="mt-3 flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <Progress
            label="Drawing"
            {...(progress?.state === 'drawing' && { value: Math.round(progress.fraction * 100) })}
          />
        </div>
        <Button size="s" isLoading={isStopping} onClick={onStop}>
          Stop
        </Button>
      </div>
    </>
  )
}
