import type { LorebookEntry } from '#modules/lore/api'
import {
  useLayoutEffect,
  useRef,
  useState,
  memo,
  useMemo,
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { WindowedGrid } from '#web/components/ui/windowed_grid'
import { useStable } from '#web/lib/use_latest'
import { Badge } from '#web/components/ui/badge'
import { IconButton } from '#web/components/ui/icon_button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { Switch } from '#web/components/ui/toggle'
import { classNames } from '#web/lib/class_names'
import { countOf } from '#web/lib/count_of'
import { lazyPart } from '#web/lib/lazy_part'
import { titleOf, positionNames, subtitleOf, tokensOf } from '../entry_texts.ts'
import type { Entries } from '../use_entries.ts'
import { useRowDrag } from '../use_row_drag.ts'

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

const EntryMenu = lazyPart(async () => (await import('./entry_menu.tsx')).EntryMenu)

type Move = 'up' | 'down' | 'first' | 'last'

interface EntryActions {
  open: (entry: LorebookEntry) => void
  toggle: (entry: LorebookEntry, enabled: boolean) => void
  duplicate: (entry: LorebookEntry) => void
  remove: (entry: LorebookEntry) => void
  move: (entry: LorebookEntry, to: Move) => void
  startDrag: (event: PointerEvent, index: number) => void
}

interface EntryRowProps {
  entry: LorebookEntry
  index: number
  count: number
  isOpen: boolean
  isUnsaved: boolean
  isDragged: boolean
  /** False while a search hides entries. */
  canMove: boolean
  actions: EntryActions
}

const moves: Record<string, Move> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' }

/** A row of the list. All rows have the same height. */
const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, index, count, isOpen, isUnsaved, isDragged, canMove, actions } = props
  const title = titleOf(entry)
  const tokens = useMemo(() => tokensOf(entry.content), [entry.content])
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    actions.move(entry, move)
  }
  const menu = <IconButton label={`More for ${title}`} icon={<Ellipsis />} size="s" />
  return (
    <div
      className={classNames(
        'flex h-16 items-center gap-1 border-b border-line pr-2 [li:last-child>&]:border-b-0 pl-1 sm:gap-2 sm:px-2',
        isOpen && 'bg-accent-soft',
        isDragged && 'opacity-40'
      )}
    >
      {canMove ? (
        <button
          type="button"
          aria-label={`Move ${title}`}
          aria-keyshortcuts="ArrowUp ArrowDown Home End"
          title="Drag, or press the arrow keys"
          className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-control text-faint hover:text-text max-sm:w-8"
          onPointerDown={(event) => actions.startDrag(event, index)}
          onKeyDown={onKeyDown}
        >
          <GripVertical aria-hidden className="size-4.5" />
        </button>
      ) : (
        <span className="w-2 shrink-0" />
      )}
      <Switch
        label={<span className="sr-only">{`${title} is on`}</span>}
        className="shrink-0"
        checked={entry.enabled}
        onChange={({ target }) => actions.toggle(entry, target.checked)}
      />
      <button
        type="button"
        data-entry={entry.id}
        aria-current={isOpen || undefined}
        onClick={() => actions.open(entry)}
        className={classNames(
          'flex h-full min-w-0 flex-1 items-center gap-4 rounded-control px-2 text-left -outline-offset-4',
          !isOpen && 'hover:bg-hover',
          !entry.enabled && 'text-faint'
        )}
      >
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-ui font-semibold">
            {title}
          </span>
          <span dir="auto" className="block truncate text-sm text-soft">
            {subtitleOf(entry)}
          </span>
        </span>
        {isUnsaved && <Badge tone="warning">Not saved</Badge>}
        <span className="w-44 shrink-0 truncate text-sm text-soft max-2xl:hidden">{positionNames[entry.position]}</span>
        <span className="w-24 shrink-0 text-right text-sm text-soft tabular-nums max-md:hidden">
          {countOf(tokens, 'token')}
        </span>
      </button>
      <LazyMenu trigger={menu}>
        <EntryMenu
          trigger={menu}
          onEdit={() => actions.open(entry)}
          onDuplicate={() => actions.duplicate(entry)}
          onDelete={() => actions.remove(entry)}
          onMove={canMove ? (to) => actions.move(entry, to) : null}
          isFirst={index === 0}
          isLast={index === count - 1}
        />
      </LazyMenu>
    </div>
  )
})
