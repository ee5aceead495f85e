import { imageModelNames } from '#modules/imagegen/api'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { Picture } from '#web/components/shared/picture'
import { browser } from '#web/lib/browser'
import { classNames } from '#web/lib/class_names'
import { toast, toastFailure } from '#web/lib/toasts'
import { screens } from '#web/screens'
import { fileNameOf } from '../file_name.ts'
import type { GeneratedPicture } from '../kept_pictures.ts'
import { saveAsPng } from '../save_as_png.ts'
import { shapeClasses } from '../shapes.ts'

interface PictureCardProps {
  picture: GeneratedPicture
  isSelected: boolean
  onToggle: () => void
  /** Drawn while the screen was open: scrolls into view. */
  isNew: boolean
}

/** A drawn picture and its actions. A click selects it, another one deselects it. */
export function PictureCard({ picture, isSelected, onToggle, isNew }: PictureCardProps) {
  const { url, prompt, model, modelName = imageModelNames[model], aspect, notDrawn = [] } = picture
  const [isSaving, setIsSaving] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isNew) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])

  const copy = () =>
    browser.copy(new URL(url, window.location.href).href).then(
      () => toast('Copied', 'Image URL copied to clipboard'),
      () => toastFailure('Error', 'Failed to copy the image URL')
    )
  const download = async () => {
    setIsSaving(true)
    try {
      await saveAsPng(url, fileNameOf(prompt))
    } catch {
      toastFailure('Error', 'Failed to download image')
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <li ref={item} className={classNames('flex min-w-0 scroll-my-24 flex-col', shapeClasses[aspect].item)}>
      <div className="relative">
        <button
          type="button"
          aria-pressed={isSelected}
          aria-label={`Select: ${prompt}`}
          onClick={onToggle}
          className={classNames(
            'block w-full overflow-clip rounded-card border outline-offset-3 transition-[border-color,box-shadow]',
            isSelected ? 'border-accent-text ring-3 ring-accent-text' : 'border-line hover:border-line-strong'
          )}
        >
          <Picture
            address={url}
            name={prompt}
            sizes="(min-width: 40rem) 24rem, 92vw"
            isPriority={isNew}
            imageClassName="object-center"
            initialsClassName="text-3xl"
            className={classNames('w-full', shapeClasses[aspect].box)}
          />
        </button>
        {isSelected && (
          <span className="pointer-events-none absolute top-3 right-3 grid size-8 place-items-center rounded-full bg-accent text-on-accent shadow-rest">
            <Check aria-hidden className="size-5" />
          </span>
        )}
        <div className="absolute right-2.5 bottom-2.5 flex gap-2">
          <IconButton look="picture" label="Copy URL" icon={<Copy />} onClick={() => void copy()} />
          <IconButton
            look="picture"
            label="Download"
            icon={<Download />}
            isLoading={isSaving}
            onClick={() => void download()}
          />
        </div>
      </div>
      <p className="mt-2.5 line-clamp-2 text-sm break-words">{prompt}</p>
      <p className="mt-0.5 text-xs text-faint">{modelName}</p>
      {notDrawn.length > 0 && (
        <p className="mt-0.5 text-xs break-words text-soft">{`Left out: ${notDrawn.join(', ')}`}</p>
      )}
      {isSelected && (
        <ButtonLink
          to={screens.createCharacter.href({}, { avatar: url })}
          look="primary"
          className="mt-3 w-full animate-fade"
        >
          Create a character
        </ButtonLink>
      )}
    </li>
  )
}
