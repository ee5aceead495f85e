import type { Json } from '#modules/admin/api'
import { useId, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { differenceOf, partsOf, type Change } from '../difference.ts'

/** Longer than this, a value has lines of its own. */
const shortMax = 60
/** So many changes stand there at once; the others are asked for. */
const shownAtFirst = 4
/** Longer texts than this are shown as far as it goes. */
const textMax = 20_000

/** What an act changed: as it was, and as it is since. */
export function Difference({ before, after }: { before: Json; after: Json }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const changes = differenceOf(before, after)
  const short = changes.filter(isShort)
  const isFolded = short.length < changes.length || short.length > shownAtFirst
  const shown = isOpen ? changes : short.slice(0, shownAtFirst)
  if (changes.length === 0) return null
  return (
    <div className="mt-2 grid justify-items-start gap-2 text-sm">
      {shown.length > 0 && (
        <dl
          id={id}
          className="grid w-full grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-1.5 sm:grid-cols-[auto_minmax(0,1fr)]"
        >
          {shown.map((change, index) => (
            <div key={index} className="sm:contents">
              <dt className="text-faint">{change.name || 'Value'}</dt>
              <dd className="min-w-0 break-words">{isShort(change) ? <Short {...change} /> : <Long {...change} />}</dd>
            </div>
          ))}
        </dl>
      )}
      {isFolded && (
        <Button
          look="quiet"
          size="s"
          aria-expanded={isOpen}
          aria-controls={shown.length > 0 ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="-ml-3"
        >
          {isOpen ? 'Show less' : shown.length > 0 ? 'Show all changes' : 'Show what changed'}
        </Button>
      )}
    </div>
  )
}

function Short({ before, after }: Change) {
  return (
    <>
      {before === null ? <span className="text-faint">nothing</span> : <Removed text={before} />}
      <span aria-hidden className="px-1.5 text-faint">
        →
      </span>
      <span className="sr-only"> became </span>
      {after === null ? <span className="text-faint">nothing</span> : <Added text={after} />}
    </>
  )
}

/** A text as a whole: what was taken out is struck, what was put in is underlined. */
function Long({ before, after }: Change) {
  const { beginning, removed, added, ending } = partsOf(cut(before ?? ''), cut(after ?? ''))
  return (
    <div
      // It scrolls, by the keyboard too.
      tabIndex={0}
      role="group"
      aria-label="Changed text"
      className="max-h-72 overflow-y-auto rounded-control bg-sunken px-3 py-2 leading-relaxed whitespace-pre-wrap text-soft"
    >
      {beginning}
      {removed !== '' && <Removed text={removed} />}
      {removed !== '' && added !== '' && ' '}
      {added !== '' && <Added text={added} />}
      {ending}
    </div>
  )
}

const Removed = ({ text }: { text: string }) => (
  <del className="rounded-[0.2rem] bg-danger px-1 text-danger-text decoration-danger-text/60">
    <span className="sr-only">before: </span>
    {text}
  </del>
)

const Added = ({ text }: { text: string }) => (
  <ins className="rounded-[0.2rem] bg-success px-1 text-success-text no-underline">
    <span className="sr-only">after: </span>
    {text}
  </ins>
)

const isShort = ({ before, after }: Change) =>
  [before, after].every((text) => text === null || (text.length <= shortMax && !text.includes('\n')))

const cut = (text: string) => (text.length > textMax ? `${text.slice(0, textMax)}…` : text)
