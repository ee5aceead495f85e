import { chatPictureAddress, limits, type ChatPicture } from '#modules/chat/api'
import { changeChatPicture, describeChatPicture } from '#modules/chat/calls'
import Sparkles from 'lucide-react/icons/sparkles'
import { useContext, useState } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, TextArea } from '#web/components/ui/field'
import { sentenceOf } from '#web/lib/api_error'
import { submitting } from '#web/lib/submitting'
import { useCall } from '#web/lib/use_call'
import { ModelsContext } from '../message_actions.ts'

/** Asks what a picture shows, for screen readers and for models that don't see. A model can write the description. */
export function DescriptionDialog({ picture, onClose }: { picture: ChatPicture; onClose: () => void }) {
  const { models } = useContext(ModelsContext)
  const [text, setText] = useState(picture.alt)
  const save = useCall(changeChatPicture, onClose)
  const describe = useCall(describeChatPicture, (_, { alt }) => setText(alt))
  const error = save.error ?? describe.error
  return (
    <Dialog isOpen onClose={onClose} title="What does it show?">
      <form
        className="mt-4 grid gap-4"
        onSubmit={submitting(() => save.mutate({ params: { id: picture.id }, body: { alt: text.trim() } }))}
      >
        <img
          src={chatPictureAddress(picture.id, 'thumb')}
          alt=""
          className="mx-auto max-h-[30dvh] max-w-full rounded-control border border-line"
        />
        <Field
          label="Description"
          hint="Screen readers and models that can’t see pictures read it."
          aside={`${[...text].length} / ${limits.pictureAltMax.toLocaleString('en')}`}
        >
          <TextArea
            value={text}
            maxLength={limits.pictureAltMax}
            placeholder="A grey cat asleep on a blue boat"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {error && (
          <Alert tone="danger" isLive>
            {sentenceOf(error, 'That didn’t work. Please try again.')}
          </Alert>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          {models.some(({ sees }) => sees) && (
            <Button isLoading={describe.isPending} onClick={() => describe.mutate({ params: { id: picture.id } })}>
              <Sparkles aria-hidden className="size-4" /> Describe it for me
            </Button>
          )}
          <Button type="submit" look="primary" isLoading={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
