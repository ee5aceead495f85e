import type { LorebookEntry } from '#modules/lore/api'
import { useLayoutEffect, useRef, useState, type ComponentProps } from 'react'
import { WindowedGrid } from '#web/components/ui/windowed_grid'
import { useStable } from '#web/lib/use_latest'
import { titleOf } from '../entry_texts.ts'
import type { Entries } from '../use_entries.ts'
import { useRowDrag } from '../use_row_drag.ts'
import { EntryRow, type EntryActions, type Move } from './entry_row.tsx'

interface EntryListProps {
  /** All entries, or the entries that a search has found. */
  shown: readonly LorebookEntry[]
  /** Whether all entries are shown, so that they can be moved. */
  isWhole: boolean
  entries: Pick<Entries, 'change' | 'duplicate' | 'move' | 'remove'>
  openId: string | null
  unsaved: ReadonlySet<string>
  onOpen: (entry: LorebookEntry) => void
}

/** The entries in order. Renders only the rows near the viewport. */
export function EntryList({ shown, isWhole, entries, openId, unsaved, onOpen }: EntryListProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  /** The id of an entry that was moved, and gets the focus at its new place. */
  const moved = useRef<string | null>(null)
  /** The id of an entry whose focused menu disappears with its row, and the id of the entry that then gets the focus. */
  const removed = useRef<{ id: string; next: string | undefined } | null>(null)
  useLayoutEffect(() => {
    const index = shown.findIndex(({ id }) => id === moved.current)
    if (index !== -1 && frame.current) focusRow(frame.current, shown[index]!.id, index)
    moved.current = null
    if (!removed.current || shown.some(({ id }) => id === removed.current?.id)) return
    const { next } = removed.current
    removed.current = null
    frame.current?.querySelector<HTMLElement>(next ? `[data-entry="${next}"]` : ':scope')?.focus()
  }, [shown])
  const moveTo = (from: number, to: number) => {
    const entry = shown[from]!
    const place = Math.max(0, Math.min(to, shown.length - 1))
    setAnnouncement(
      `${titleOf(entry)} is now ${(place + 1).toLocaleString('en')} of ${shown.length.toLocaleString('en')}.`
    )
    void entries.move(entry, place)
  }
  const { drag, start } = useRowDrag({
    list: () => frame.current?.querySelector('ul') ?? null,
    count: shown.length,
    onDrop: moveTo,
  })
  const actions = useStable<EntryActions>({
    open: onOpen,
    toggle: (entry, enabled) => void entries.change(entry, { enabled }),
    duplicate: (entry) => void entries.duplicate(entry),
    remove: (entry) => {
      const index = shown.findIndex(({ id }) => id === entry.id)
      removed.current = { id: entry.id, next: (shown[index + 1] ?? shown[index - 1])?.id }
      void entries.remove(entry)
    },
    move: (entry, to: Move) => {
      const from = shown.findIndex(({ id }) => id === entry.id)
      moved.current = entry.id
      moveTo(from, { up: from - 1, down: from + 1, first: 0, last: shown.length - 1 }[to])
    },
    startDrag: start,
  })
  return (
    <div
      ref={frame}
      tabIndex={-1}
      className="relative overflow-clip rounded-card border border-line bg-raised outline-none"
    >
      <WindowedGrid items={shown} placeholderCount={0} isComplete Grid={Rows} Placeholder={NoPlaceholder}>
        {(entry, index) => (
          <EntryRow
            entry={entry}
            index={index}
            count={shown.length}
            isOpen={entry.id === openId}
            isUnsaved={unsaved.has(entry.id)}
            isDragged={drag?.from === index}
            canMove={isWhole}
            actions={actions}
          />
        )}
      </WindowedGrid>
      {drag && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-x-0 z-10 h-0.5 -translate-y-1/2 bg-accent"
          style={{ top: drag.top }}
        />
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

const Rows = (props: ComponentProps<'ul'>) => (
  <ul aria-label="Entries" className="relative grid grid-cols-[minmax(0,1fr)]" {...props} />
)

const NoPlaceholder = () => null

/** The maximum number of frames to wait for a row. The window follows the scroll position within a few frames. */
const framesMax = 20

/** Scrolls to a row that may not be rendered yet, and focuses its handle unless the row has the focus. */
function focusRow(frame: HTMLElement, id: string, index: number) {
  const list = frame.querySelector('ul')
  const height = list?.querySelector('li')?.getBoundingClientRect().height ?? 0
  const top = (list?.getBoundingClientRect().top ?? 0) + index * height
  const isVisible = top > window.innerHeight * 0.15 && top + height < window.innerHeight * 0.85
  if (height > 0 && !isVisible) window.scrollBy({ top: top - window.innerHeight / 3, behavior: 'instant' })
  const attempt = (frames: number) => {
    const row = frame.querySelector(`[data-entry="${id}"]`)?.closest('li')
    if (row?.contains(document.activeElement)) return
    if (row) row.querySelector('button')?.focus({ preventScroll: true })
    else if (frames > 0) requestAnimationFrame(() => attempt(frames - 1))
  }
  attempt(framesMax)
}
