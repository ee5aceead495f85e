import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { memo, useId, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { Button } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { toastUndo } from '#web/lib/toasts'
import { useStable } from '#web/lib/use_latest'

interface ItemListProps<Item> {
  label: string
  /** The singular: 'alternate greeting'. */
  one: string
  hint: string
  error: string | undefined
  items: readonly Item[]
  onChange: (items: Item[]) => void
  onBlur: () => void
  blank: Item
  max: number
  /** A short line for a folded item. Must be the same function in every render, as rows are memoized. */
  summary: (item: Item) => ReactNode
  /** The fields of an item. The first one gets the focus when it opens. */
  editor: (item: Item, change: (update: (item: Item) => Item) => void, label: string) => ReactNode
  /** Receives the focus on a validation error. */
  ref: Ref<HTMLDivElement>
}

type Step = 'up' | 'down'

/** A list whose items are added, removed and moved, also by keyboard. One item at a time is open. Handles hundreds of long texts. */
export function ItemList<Item>({
  label,
  one,
  hint,
  error,
  items,
  onChange,
  onBlur,
  blank,
  max,
  summary,
  editor,
  ref,
}: ItemListProps<Item>) {
  const id = useId()
  const [open, setOpen] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  /** The control that gets the focus after the next render. */
  const next = useRef<{ index: number; part: 'editor' | Step | 'toggle' } | null>(null)

  useLayoutEffect(() => {
    if (next.current === null) return
    const { index, part } = next.current
    next.current = null
    const row = list.current?.children[index]
    const find = (...selectors: string[]) =>
      selectors.map((selector) => row?.querySelector<HTMLElement>(selector)).find(Boolean)
    const controls = {
      editor: () => find('[data-part=editor] :is(textarea, input, select, button)'),
      toggle: () => find('[data-part=toggle]'),
      up: () => find('[data-part=up]:enabled', '[data-part=down]'),
      down: () => find('[data-part=down]:enabled', '[data-part=up]'),
    }
    const control = controls[part]() ?? add.current
    control?.focus()
  })

  const actions: Actions = {
    toggle: (index) => {
      setOpen(open === index ? null : index)
      if (open !== index) next.current = { index, part: 'editor' }
    },
    move: (index, step) => {
      const to = step === 'up' ? index - 1 : index + 1
      const moved = items.slice()
      ;[moved[index], moved[to]] = [moved[to]!, moved[index]!]
      if (open === index) setOpen(to)
      else if (open === to) setOpen(index)
      next.current = { index: to, part: step }
      setAnnouncement(`Moved to place ${to + 1} of ${items.length}.`)
      onChange(moved)
    },
    remove: (index) => {
      const item = items[index]!
      setOpen(open === null || open === index ? null : open > index ? open - 1 : open)
      next.current = { index: Math.min(index, items.length - 2), part: 'toggle' }
      onChange(items.filter((_, at) => at !== index))
      toastUndo(`${sentence(one)} ${index + 1} removed`, () => stable.restore(index, item))
    },
    /** The list may have changed since the item was removed. */
    restore: (index, item) => {
      if (items.length >= max) return
      if (open !== null && open >= index) setOpen(open + 1)
      onChange(items.toSpliced(index, 0, item as Item))
    },
    change: (index, update) => {
      if (index < items.length) onChange(items.with(index, update(items[index]) as Item))
    },
  }
  const stable = useStable(actions)
  const change = (index: number) => (update: (item: Item) => Item) =>
    stable.change(index, update as (item: unknown) => unknown)

  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-note`}
      onBlur={onBlur}
      className="grid min-w-0 gap-2.5 rounded-control focus-visible:outline-offset-8"
    >
      <div className="grid gap-0.5">
        <div className="flex items-baseline justify-between gap-3">
          <p id={`${id}-label`} className="text-sm font-semibold">
            {label}
          </p>
          {items.length > 0 && (
            <p className="text-xs text-faint tabular-nums">
              {items.length} / {max.toLocaleString('en')}
            </p>
          )}
        </div>
        <p
          id={`${id}-note`}
          aria-live="polite"
          className={error === undefined ? 'text-sm text-faint' : 'text-sm text-danger-text'}
        >
          {error ?? hint}
        </p>
      </div>
      <ol ref={list} aria-label={label} className="grid gap-2 empty:hidden">
        {items.map((item, index) => (
          <Row
            key={index}
            index={index}
            item={item}
            label={`${one} ${index + 1}`}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            isOpen={open === index}
            summary={summary as (item: unknown) => ReactNode}
            actions={stable}
          >
            {open === index ? editor(item, change(index), `${sentence(one)} ${index + 1}`) : null}
          </Row>
        ))}
      </ol>
      <Button
        ref={add}
        className="justify-self-start"
        aria-disabled={items.length >= max || undefined}
        onClick={() => {
          if (items.length >= max) return setAnnouncement(`The list is full: ${max} items.`)
          next.current = { index: items.length, part: 'editor' }
          setOpen(items.length)
          setAnnouncement('')
          onChange([...items, blank])
        }}
      >
        <Plus aria-hidden className="size-4" />
        Add {one}
      </Button>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

interface Actions {
  toggle: (index: number) => void
  move: (index: number, step: Step) => void
  remove: (index: number) => void
  restore: (index: number, item: unknown) => void
  change: (index: number, update: (item: unknown) => unknown) => void
}

interface RowProps {
  index: number
  item: unknown
  /** The name of the item, such as 'alternate greeting 3'. */
  label: string
  isFirst: boolean
  isLast: boolean
  isOpen: boolean
  summary: (item: unknown) => ReactNode
  actions: Actions
  /** The editor of the open row; null for the other rows, which therefore don't render again. */
  children: ReactNode
}

const Row = memo(function Row({
  index,
  item,
  label,
  isFirst,
  isLast,
  isOpen,
  summary,
  actions: { toggle, move, remove },
  children,
}: RowProps) {
  const id = useId()
  return (
    <li className="min-w-0 rounded-panel border border-line bg-field/40 [contain-intrinsic-size:auto_3rem] [content-visibility:auto]">
      <div className="flex items-center gap-0.5 pr-1">
        <button
          type="button"
          data-part="toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => toggle(index)}
          className="flex min-h-12 min-w-0 flex-1 items-center gap-2.5 rounded-panel px-3 text-left focus-visible:-outline-offset-2"
        >
          <span className="sr-only">{isOpen ? `Close ${label}:` : `Edit ${label}:`}</span>
          <span aria-hidden className="min-w-5 shrink-0 text-sm text-faint tabular-nums">
            {index + 1}
          </span>
          {summary(item)}
        </button>
        <IconButton
          size="s"
          data-part="up"
          label={`Move ${label} up`}
          title="Move up"
          icon={<ChevronUp />}
          disabled={isFirst}
          onClick={() => move(index, 'up')}
        />
        <IconButton
          size="s"
          data-part="down"
          label={`Move ${label} down`}
          title="Move down"
          icon={<ChevronDown />}
          disabled={isLast}
          onClick={() => move(index, 'down')}
        />
        <IconButton size="s" label={`Remove ${label}`} title="Remove" icon={<Trash2 />} onClick={() => remove(index)} />
      </div>
      {isOpen && (
        <div id={id} data-part="editor" className="grid gap-4 px-3 pt-1 pb-3">
          {children}
        </div>
      )}
    </li>
  )
})

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
