import type { ComponentProps, ComponentType, CSSProperties, ReactNode } from 'react'
import { inServerTasks } from '#web/lib/server_tasks'
import { useRowWindow } from '#web/lib/use_row_window'

const cellsPerServerTask = 6

interface WindowedGridProps<Item> {
  items: readonly Item[]
  /** Placeholders for the page that is loading. */
  placeholderCount: number
  /** All items are loaded: the length is known. */
  isComplete: boolean
  Grid: ComponentType<ComponentProps<'ul'>>
  /** A list item as high as the others. */
  Placeholder: ComponentType
  children: (item: Item, index: number) => ReactNode
}

/** A grid of any length that renders only the rows near the viewport. */
export function WindowedGrid<Item extends { id: string }>({
  items,
  placeholderCount,
  isComplete,
  Grid,
  Placeholder,
  children,
}: WindowedGridProps<Item>) {
  const { listProps, range, focusedOutside } = useRowWindow(items.length + placeholderCount)
  const cell = (index: number, style?: CSSProperties) => {
    const item = items[index]
    if (!item) return <Placeholder key={`placeholder ${index}`} />
    return (
      <li
        key={item.id}
        data-index={index}
        aria-posinset={index + 1}
        aria-setsize={isComplete ? items.length : -1}
        style={style}
        className="min-w-0"
      >
        {children(item, index)}
      </li>
    )
  }
  const cells = Array.from({ length: range.end - range.start }, (_, offset) => cell(range.start + offset))
  // In the same array, so that React keeps the element when it enters and leaves the range.
  if (focusedOutside) {
    const { index, style } = focusedOutside
    cells[index < range.start ? 'unshift' : 'push'](cell(index, style))
  }
  return <Grid {...listProps}>{inServerTasks(cells, cellsPerServerTask)}</Grid>
}
