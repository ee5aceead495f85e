import Images from 'lucide-react/icons/images'
import { useState } from 'react'
import { EmptyState } from '#web/components/ui/empty_state'
import { Skeleton } from '#web/components/ui/skeleton'
import { classNames } from '#web/lib/class_names'
import type { GeneratedPicture, PictureDraft } from '../kept_pictures.ts'
import { shapeClasses } from '../shapes.ts'
import { PictureCard } from './picture_card.tsx'

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
            text="Your pictures appear here and stay until you close this tab."
          />
        </div>
      ) : (
        <>
          <p className="mt-1 text-sm text-faint">
            Select one to use it for a new character. They stay here until you close this tab.
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
