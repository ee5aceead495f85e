import Images from 'lucide-react/icons/images'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState, useEffect, useRef } from 'react'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { Link } from 'react-router-dom'
import { EmptyState } from '#web/components/ui/empty_state'
import { Skeleton } from '#web/components/ui/skeleton'
import { classNames } from '#web/lib/class_names'
import { ButtonLink } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { Picture } from '#web/components/shared/picture'
import { lazyPart } from '#web/lib/lazy_part'
import { toastFailure } from '#web/lib/toasts'
import { screens } from '#web/screens'
import type { GeneratedPicture, PictureDraft } from '../kept_pictures.ts'
import { shapeClasses } from '../shapes.ts'
import { copyAddress } from '../copy_address.ts'
import { fileNameOf } from '../file_name.ts'
import { madeBy } from '../made_by.ts'
import { saveAsPng } from '../save_as_png.ts'

const PictureMenu = lazyPart(async () => (await import('./picture_menu.tsx')).PictureMenu)
const BackgroundDialog = lazyPart(async () => (await import('./background_dialog.tsx')).BackgroundDialog, null)

interface ResultsProps {
  pictures: readonly GeneratedPicture[]
  running: PictureDraft | null
}

/** The pictures drawn in this tab, newest first. */
export function Results({ pictures, running }: ResultsProps) {
  const [selected, setSelected] = useState<string | null>(null)
  const [known] = useState(() => new Set(pictures.map(({ url }) => url)))
  const isEmpty = pictures.length === 0 && running === null
  return (
    <section aria-labelledby="results" className="min-w-0">
      <h2 id="results" className="display text-2xl">
        Your pictures
      </h2>
      {isEmpty ? (
        <div className="mt-4 rounded-card border border-dashed border-line py-10">
          <EmptyState
            size="panel"
            icon={<Images />}
            title="No pictures yet"
            text="Your pictures appear here. All of them stay in your library."
          />
        </div>
      ) : (
        <>
          <p className="mt-1 text-sm text-faint">
            Select one to use it for a character, a persona or a chat. All of your pictures are in{' '}
            <Link to={screens.pictures.path} className="font-semibold text-accent-text hover:underline">
              your library
            </Link>
            .
          </p>
          <ul className="mt-4 flex flex-wrap items-start gap-x-5 gap-y-7">
            {running && (
              <li aria-hidden className={shapeClasses[running.aspect].item}>
                <Skeleton className={classNames('w-full rounded-card', shapeClasses[running.aspect].box)} />
              </li>
            )}
            {pictures.map((picture) => (
              <PictureCard
                key={picture.url}
                picture={picture}
                isSelected={picture.url === selected}
                onToggle={() => setSelected((current) => (current === picture.url ? null : picture.url))}
                isNew={!known.has(picture.url)}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

interface PictureCardProps {
  picture: GeneratedPicture
  isSelected: boolean
  onToggle: () => void
  /** Drawn while the screen was open: scrolls into view. */
  isNew: boolean
}

/** A drawn picture and its actions. A click selects it, another one deselects it. */
function PictureCard({ picture, isSelected, onToggle, isNew }: PictureCardProps) {
  const { url, prompt, model, modelName = model, isDemo, aspect, notDrawn = [] } = picture
  const [isSaving, setIsSaving] = useState(false)
  const [isGoingBehind, setGoingBehind] = useState(false)
  const menu = <IconButton label={`More for: ${prompt}`} icon={<Ellipsis />} />
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isNew) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])

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
          <IconButton look="picture" label="Copy URL" icon={<Copy />} onClick={() => void copyAddress(url)} />
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
      <p className="mt-0.5 text-xs text-faint">
        <span>{modelName}</span> · {madeBy(isDemo)}
      </p>
      {notDrawn.length > 0 && (
        <p className="mt-0.5 text-xs break-words text-soft">{`Left out: ${notDrawn.join(', ')}`}</p>
      )}
      {isSelected && (
        <div className="mt-3 flex animate-fade items-center gap-2">
          <ButtonLink to={screens.createCharacter.href({}, { avatar: url })} look="primary" className="min-w-0 flex-1">
            Create a character
          </ButtonLink>
          <LazyMenu trigger={menu}>
            <PictureMenu picture={picture} trigger={menu} onBackground={() => setGoingBehind(true)} />
          </LazyMenu>
        </div>
      )}
      {isGoingBehind && <BackgroundDialog url={url} onClose={() => setGoingBehind(false)} />}
    </li>
  )
}
