import { chatPictureAddress, type ChatPicture } from '#modules/chat/api'
import { changeChatPicture, deleteChatPicture, publishChatPicture } from '#modules/chat/calls'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { Dialog } from '#web/components/ui/dialog'
import { toastError } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { screens } from '#web/screens'
import { DescriptionDialog } from './description_dialog.tsx'

type Step = 'describe' | 'delete' | 'character' | 'persona'

const uses = { character: 'a new character', persona: 'a new persona' } as const

const failed = (error: unknown) => toastError(error, 'That didn’t work. Please try again.')

/** A picture in its full size, and what can be done with it. */
export function PictureDialog({ picture, onClose }: { picture: ChatPicture; onClose: () => void }) {
  const { id, alt, kind, prompt, modelName } = picture
  const navigate = useNavigate()
  const [step, setStep] = useState<Step | null>(null)
  const remove = useCall(deleteChatPicture, onClose)
  const publish = useCall(publishChatPicture)
  const change = useCall(changeChatPicture, onClose)
  const use = (target: keyof typeof uses) =>
    publish.mutate(
      { params: { id } },
      {
        onError: failed,
        onSuccess: ({ url }) =>
          void navigate(
            target === 'character'
              ? screens.createCharacter.href({}, { avatar: url })
              : screens.settings.href({}, { tab: 'persona', avatar: url })
          ),
      }
    )
  if (step === 'describe') return <DescriptionDialog picture={picture} onClose={onClose} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={picture.messageId === null ? 'Behind this chat' : kind === 'drawn' ? 'This moment' : 'Your picture'}
      width="wide"
    >
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <img
          src={chatPictureAddress(id, 'whole')}
          alt={alt}
          className="mx-auto max-h-[65dvh] max-w-full rounded-control"
        />
        {kind === 'drawn' && <p className="text-sm break-words text-soft">{prompt}</p>}
        {kind === 'drawn' && <p className="text-xs text-faint">Made by a model: {modelName}</p>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" className="text-danger-text!" onClick={() => setStep('delete')}>
            Delete
          </Button>
          <Button onClick={() => setStep('describe')}>Describe</Button>
          <Button
            isLoading={change.isPending}
            onClick={() =>
              change.mutate({ params: { id }, body: { isBackground: !picture.isBackground } }, { onError: failed })
            }
          >
            {picture.isBackground ? 'Remove from the background' : 'Use as the background'}
          </Button>
          <Button isLoading={publish.isPending} onClick={() => setStep('character')}>
            Use for {uses.character}
          </Button>
          <Button isLoading={publish.isPending} onClick={() => setStep('persona')}>
            Use for {uses.persona}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={step === 'delete'}
        title="Delete this picture?"
        question="It leaves the chat and its prompts. This can’t be undone."
        confirmLabel="Delete picture"
        onConfirm={() => remove.mutate({ params: { id } }, { onError: failed })}
        onCancel={() => setStep(null)}
      />
      <ConfirmDialog
        isOpen={step === 'character' || step === 'persona'}
        title="Make a public copy?"
        question="Pictures of characters and personas can be seen by others who know their address. The picture in your chat stays private."
        confirmLabel="Make a copy"
        look="primary"
        onConfirm={() => use(step === 'persona' ? 'persona' : 'character')}
        onCancel={() => setStep(null)}
      />
    </Dialog>
  )
}
