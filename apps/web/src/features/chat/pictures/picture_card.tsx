import { chatPictureAddress, type ChatPicture } from '#modules/chat/api'
import { deleteChatPicture } from '#modules/chat/calls'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { lazyPart } from '#web/lib/lazy_part'
import { toastError } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { DrawingState } from './drawing_state.tsx'

const PictureDialog = lazyPart(async () => (await import('./picture_dialog.tsx')).PictureDialog, null)
const MomentDialog = lazyPart(async () => (await import('./moment_dialog.tsx')).MomentDialog, null)

/** A picture of a message, or the state of its drawing. */
export function PictureCard({ picture }: { picture: ChatPicture }) {
  const { id, state, alt, width, height, kind } = picture
  const [isOpen, setIsOpen] = useState(false)
  const [isDrawing, setIsDrawing] = useState(false)
  const remove = useCall(deleteChatPicture)
  const drop = () =>
    remove.mutate({ params: { id } }, { onError: (error) => toastError(error, 'That didn’t work. Please try again.') })
  if (state !== 'ready')
    return (
      <div className="w-72 max-w-full rounded-card border border-line bg-raised p-4">
        {state === 'drawing' ? (
          <DrawingState picture={picture} isStopping={remove.isPending} onStop={drop} />
        ) : (
          <>
            <p role="alert" className="text-sm text-pretty text-danger-text">
              {picture.failure}
            </p>
            <div className="mt-3 flex flex-wrap gap-2">
              <Button size="s" onClick={() => setIsDrawing(true)}>
                Try again
              </Button>
              <Button size="s" look="quiet" isLoading={remove.isPending} onClick={drop}>
                Remove
              </Button>
            </div>
          </>
        )}
        {isDrawing && picture.messageId && (
          <MomentDialog
            messageId={picture.messageId}
            prompt={picture.prompt ?? ''}
            onClose={() => setIsDrawing(false)}
            onDrawn={drop}
          />
        )}
      </div>
    )
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        aria-label={alt ? `Open picture: ${alt}` : 'Open picture'}
        className="block max-w-full overflow-clip rounded-card border border-line outline-offset-3"
      >
        <img
          src={chatPictureAddress(id, 'thumb')}
          alt={alt}
          width={width ?? undefined}
          height={height ?? undefined}
          loading="lazy"
          className="h-auto max-h-72 w-auto max-w-full object-contain"
        />
      </button>
      {kind === 'drawn' && <p className="mt-1 text-xs text-faint">Made by {picture.modelName}</p>}
      {isOpen && <PictureDialog picture={picture} onClose={() => setIsOpen(false)} />}
    </>
  )
}
