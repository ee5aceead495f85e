import type { LorebookEntry } from '#modules/lore/api'
import Ellipsis from 'lucide-react/icons/ellipsis'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { memo, useMemo, type KeyboardEvent, type PointerEvent } from 'react'
import { Badge } from '#web/components/ui/badge'
import { IconButton } from '#web/components/ui/icon_button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { Switch } from '#web/components/ui/toggle'
import { classNames } from '#web/lib/class_names'
import { countOf } from '#web/lib/count_of'
import { lazyPart } from '#web/lib/lazy_part'
import { positionNames, subtitleOf, titleOf, tokensOf } from '../entry_texts.ts'

const EntryMenu = lazyPart(async () => (await import('./entry_menu.tsx')).EntryMenu)

export type Move = 'up' | 'down' | 'first' | 'last'

export interface EntryActions {
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
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
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
