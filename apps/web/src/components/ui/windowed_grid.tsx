import type { ComponentProps, ComponentType, CSSProperties, ReactNode } from 'react'
import { useRowWindow } from '../../lib/use_row_window.ts'

interface WindowedGridProps<Item> {
  items: readonly Item[]
  /** So many more are on their way: they have their places already. */
  comingCount: number
  /** The last one is there: the list has a known length. */
  isWhole: boolean
  Grid: ComponentType<ComponentProps<'ul'>>
  /** In the place of one that is on its way: an item of the list, as high as the others. */
  Placeholder: ComponentType
  /** One of them, for its cell. */
  children: (item: Item, index: number) => ReactNode
}

/** All that are loaded, however many: only those near the view are drawn. */
export function WindowedGrid<Item extends { id: string }>({
  items,
  comingCount,
  isWhole,
  Grid,
  Placeholder,
  children,
}: WindowedGridProps<Item>) {
  const { listProps, range, away } = useRowWindow(items.length + comingCount)
  const cell = (index: number, style?: CSSProperties) => {
    const item = items[index]
    if (!item) return <Placeholder key={`placeholder ${index}`} />
    return (
      <li
        key={item.id}
        data-index={index}
        aria-posinset={index + 1}
        aria-setsize={isWhole ? items.length : -1}
        style={style}
        className="min-w-0"
      >
        {children(item, index)}
      </li>
    )
  }
  const cells = Array.from({ length: range.end - range.start }, (_, offset) => cell(range.start + offset))
  // Among the others, so that it is the same cell that goes out of view and comes back.
  if (away) cells[away.index < range.start ? 'unshift' : 'push'](cell(away.index, away.style))
  return <Grid {...listProps}>{cells}</Grid>
}
