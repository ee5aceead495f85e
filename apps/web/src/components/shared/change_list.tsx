import { isPictureAddress } from '#modules/accounts/api'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'
import { diffWords, type Change, type DifferencePart } from './difference.ts'
import { Picture } from './picture.tsx'

/** Longer values are shown as blocks. */
const shortMax = 60
/** Longer texts are truncated. */
const textMax = 20_000
/** The number of characters shown of a longer unchanged text, before and after a change. */
const contextMax = 160

interface ChangeListProps {
  id?: string
  changes: readonly Change[]
  /** `stacked` puts names above the values, for narrow places. */
  layout?: 'columns' | 'stacked'
}

/** A list of changes: names, and values with the removed and added words marked. */
export function ChangeList({ id, changes, layout = 'columns' }: ChangeListProps) {
  const isStacked = layout === 'stacked'
  return (
    <dl
      id={id}
      className={classNames(
        'grid w-full grid-cols-[minmax(0,1fr)] gap-x-5 text-sm',
        isStacked ? 'gap-y-4' : 'gap-y-1.5 sm:grid-cols-[auto_minmax(0,1fr)]'
      )}
    >
      {changes.map((change, index) => (
        <div key={index} className={isStacked ? 'grid gap-1' : 'sm:contents'}>
          <dt className={isStacked ? 'font-semibold' : 'text-faint'}>{change.name || 'Value'}</dt>
          <dd className="min-w-0 break-words">
            {change.isHidden ? (
              <span className="text-soft">Changed. The creator keeps this text private.</span>
            ) : isShort(change) ? (
              <ShortChange {...change} />
            ) : (
              <LongChange {...change} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Whether both values fit into one line. */
export const isShort = ({ before, after }: Change) =>
  [before, after].every((text) => text === null || (text.length <= shortMax && !text.includes('\n')))

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

/** A text with insertions and deletions marked. Texts that share little are shown side by side. */
function LongChange({ before, after }: Change) {
  const parts = diffWords(before ?? '', after ?? '')
  if (!isAlike(parts))
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
      {parts.map((part, index) => (
        <Part key={index} {...part} hasBefore={index > 0} hasAfter={index < parts.length - 1} />
      ))}
    </Pane>
  )
}

function Part({ kind, content, hasBefore, hasAfter }: DifferencePart & { hasBefore: boolean; hasAfter: boolean }) {
  if (kind === 'removed') return <Removed text={cut(content)} />
  if (kind === 'added') return <Added text={cut(content)} />
  return contextOf(content, hasBefore, hasAfter)
}

/** Shortens an unchanged text to the parts next to changes: its beginning after a change, and its end before a change. */
function contextOf(text: string, isAfterChange: boolean, isBeforeChange: boolean): string {
  if (text.length <= 2 * contextMax) return text
  const beginning = isAfterChange ? text.slice(0, contextMax).replace(/\S*$/, '') : ''
  const end = isBeforeChange ? text.slice(-contextMax).replace(/^\S*/, '') : ''
  return `${beginning}…${end}`
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

/** Whether the texts share enough for inline marks. Always true for a text that only grew or shrank. */
const isAlike = (parts: readonly DifferencePart[]) => {
  const letters = (of: DifferencePart['kind']) =>
    parts.reduce((sum, { kind, content }) => (kind === of ? sum + content.length : sum), 0)
  return letters('same') >= Math.min(letters('removed'), letters('added')) / 2
}

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

const cut = (text: string) => (text.length > textMax ? `${text.slice(0, textMax)}…` : text)
