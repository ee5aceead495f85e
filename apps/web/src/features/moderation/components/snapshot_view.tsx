import type { Snapshot } from '#modules/moderation/api'
import { useState } from 'react'
import { Picture } from '#web/components/shared/picture'
import { Badge } from '#web/components/ui/badge'
import { Button } from '#web/components/ui/button'

const foldedLength = 600

/** A thing as it was reported. Its picture is covered until the moderator asks for it. */
export function SnapshotView({ snapshot: { title, picture, isAdult, texts } }: { snapshot: Snapshot }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-raised p-4 sm:p-5">
      <p className="flex flex-wrap items-center gap-2.5">
        <span className="min-w-0 font-semibold break-words">{title}</span>
        {isAdult && <Badge tone="warning">Adult</Badge>}
      </p>
      {picture !== null && (
        <div className="grid justify-items-start gap-2">
          {isShown && (
            <Picture
              address={picture}
              name={title}
              sizes="20rem"
              className="aspect-4/5 w-full max-w-xs rounded-card"
              imageClassName="object-contain"
            />
          )}
          <Button size="s" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Cover the picture' : 'Show the picture'}
          </Button>
        </div>
      )}
      {texts.length > 0 && (
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {texts.map(({ label, text }, index) => (
            <div key={index}>
              <dt className="text-sm font-semibold text-faint">{label}</dt>
              <dd className="mt-0.5 text-ui break-words whitespace-pre-wrap">
                <Folded text={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function Folded({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (text.length <= foldedLength) return text
  return (
    <>
      {isOpen ? text : `${text.slice(0, foldedLength).toWellFormed()}…`}
      <Button look="quiet" size="s" aria-expanded={isOpen} className="ml-1" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Show less' : 'Show all'}
      </Button>
    </>
  )
}
