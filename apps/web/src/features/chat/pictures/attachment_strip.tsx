import { chatPictureAddress, type ChatPicture, type ModelTier } from '#modules/chat/api'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { IconButton } from '#web/components/ui/icon_button'
import { Progress } from '#web/components/ui/progress'
import { lazyPart } from '#web/lib/lazy_part'
import type { Attachments } from './use_attachments.ts'

const DescriptionDialog = lazyPart(async () => (await import('./description_dialog.tsx')).DescriptionDialog, null)

/** The pictures that the next message will show, above its text. */
export function AttachmentStrip({
  attachments: { pictures, uploads, remove },
  model,
}: {
  attachments: Attachments
  model: ModelTier | undefined
}) {
  const [described, setDescribed] = useState<ChatPicture | null>(null)
  const isBlind = model !== undefined && !model.sees
  return (
    <div className="py-2">
      <ul aria-label="Pictures of your message" className="flex flex-wrap gap-2">
        {pictures.map((picture, index) => (
          <li key={picture.id} className="relative">
            <button
              type="button"
              title={picture.alt || 'Describe this picture'}
              aria-label={picture.alt ? `Picture ${index + 1}: ${picture.alt}` : `Describe picture ${index + 1}`}
              onClick={() => setDescribed(picture)}
              className="block overflow-clip rounded-control border border-line outline-offset-3"
            >
              <img
                src={chatPictureAddress(picture.id, 'thumb')}
                alt=""
                width={80}
                height={80}
                className="size-20 object-cover"
              />
              {isBlind && (
                <span className="absolute inset-x-px bottom-px rounded-b-control bg-veil px-1 py-0.5 text-center text-xs text-on-picture">
                  {picture.alt ? 'Described' : 'Describe'}
                </span>
              )}
            </button>
            <IconButton
              size="s"
              look="picture"
              label={`Remove picture ${index + 1}`}
              icon={<X />}
              className="absolute! -top-2 -right-2"
              onClick={() => remove(picture.id)}
            />
          </li>
        ))}
        {uploads.map((upload) => (
          <li
            key={upload.id}
            className="relative grid size-20 content-center rounded-control border border-dashed border-line-strong px-2"
          >
            <Progress label="Uploading a picture" value={Math.round(upload.share * 100)} />
            <IconButton
              size="s"
              look="picture"
              label="Stop the upload"
              icon={<X />}
              className="absolute! -top-2 -right-2"
              onClick={upload.abort}
            />
          </li>
        ))}
      </ul>
      {isBlind && pictures.length > 0 && (
        <p role="status" className="pt-2 text-sm text-pretty text-warning-text">
          {pictures.every(({ alt }) => alt !== '')
            ? `${model.name} can’t see pictures. It reads your descriptions.`
            : `${model.name} can’t see pictures. Describe them, or choose a model that sees.`}
        </p>
      )}
      {described && <DescriptionDialog picture={described} onClose={() => setDescribed(null)} />}
    </div>
  )
}
