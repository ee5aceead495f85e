import { isPictureAddress } from '#modules/accounts/api'
import type { Json } from '#modules/admin/api'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '#web/components/ui/button'
import { Picture } from '#web/components/shared/picture'
import { classNames } from '#web/lib/class_names'
import { differenceOf, splitChange, type Change } from '../difference.ts'

/** Longer values are shown as blocks. */
const shortMax = 60
/** The number of changes shown before expanding. */
const shownAtFirst = 4
/** Longer texts are truncated. */
const textMax = 20_000

/** What an admin action changed: before and after. */
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
              <dd className="min-w-0 break-words">
                {isShort(change) ? <ShortChange {...change} /> : <LongChange {...change} />}
              </dd>
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
          {isOpen ? 'Show less' : shown.length > 0 ? 'Show all changes' : 'Show changes'}
        </Button>
      )}
    </div>
  )
}

function ShortChange({ before, after }: Change) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1.5 gap-y-1">
      {before !== null && <Thumbnail address={before} />}
      {before !== null && <Removed text={before} />}
      {before !== null && after !== null && <ArrowRight aria-hidden className="size-3.5 shrink-0 text-faint" />}
      {after !== null && <Thumbnail address={after} />}
      {after !== null && <Added text={after} />}
    </span>
  )
}

/** A preview of values that are picture URLs. */
function Thumbnail({ address }: { address: string }) {
  if (!isPictureAddress(address)) return null
  return <Picture address={address} name="" sizes="2.25rem" className="size-9 rounded-control" />
}

/** A whole text with insertions and deletions marked. Texts that share little are shown side by side. */
function LongChange({ before, after }: Change) {
  const parts = splitChange(cut(before ?? ''), cut(after ?? ''))
  const { beginning, removed, added, ending } = parts
  if (removed !== '' && added !== '' && !isAlike(parts))
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
        <Pane label="Before" tone="danger">
          {cut(before ?? '')}
        </Pane>
        <Pane label="After" tone="success">
          {cut(after ?? '')}
        </Pane>
      </div>
    )
  return (
    <Pane label="What changed">
      {beginning}
      {removed !== '' && <Removed text={removed} />}
      {removed !== '' && added !== '' && ' '}
      {added !== '' && <Added text={added} />}
      {ending}
    </Pane>
  )
}

interface PaneProps {
  label: string
  tone?: 'danger' | 'success'
  children: ReactNode
}

function Pane({ label, tone, children }: PaneProps) {
  return (
    <div className="min-w-0">
      {tone && (
        <p
          aria-hidden
          className={classNames(
            'mb-1 text-xs font-semibold',
            tone === 'danger' ? 'text-danger-text' : 'text-success-text'
          )}
        >
          {label}
        </p>
      )}
      <div
        // Makes it scrollable by keyboard.
        tabIndex={0}
        role="group"
        aria-label={label}
        className={classNames(
          'max-h-72 overflow-y-auto rounded-control bg-sunken px-3 py-2 leading-relaxed break-words whitespace-pre-wrap text-soft focus-visible:-outline-offset-2',
          tone === 'danger' && 'border-l-2 border-danger-line',
          tone === 'success' && 'border-l-2 border-success-line'
        )}
      >
        {children}
      </div>
    </div>
  )
}

/** Whether the texts share enough for inline marks. */
const isAlike = ({ beginning, removed, added, ending }: ReturnType<typeof splitChange>) =>
  beginning.length + ending.length >= Math.max(removed.length, added.length) / 2

const Removed = ({ text }: { text: string }) => (
  <del className="min-w-0 rounded-[0.2rem] bg-danger box-decoration-clone px-1 wrap-anywhere text-danger-text decoration-danger-text/60">
    <span className="sr-only">before: </span>
    {text}
  </del>
)

const Added = ({ text }: { text: string }) => (
  <ins className="min-w-0 rounded-[0.2rem] bg-success box-decoration-clone px-1 wrap-anywhere text-success-text no-underline">
    <span className="sr-only">after: </span>
    {text}
  </ins>
)

const isShort = ({ before, after }: Change) =>
  [before, after].every((text) => text === null || (text.length <= shortMax && !text.includes('\n')))

const cut = (text: string) => (text.length > textMax ? `${text.slice(0, textMax)}…` : text)
