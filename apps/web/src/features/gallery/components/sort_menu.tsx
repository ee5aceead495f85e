import type { Sort } from '#modules/gallery/api'
import type { ReactElement } from 'react'
import { Menu, MenuChoices } from '#web/components/ui/menu'

interface SortMenuProps {
  trigger: ReactElement
  orders: readonly { value: Sort; label: string }[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** A menu with the sort orders. Opens on mount. */
export function SortMenu({ trigger, orders, sort, onSort }: SortMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen className="min-w-44">
      <MenuChoices label="Sort by" value={sort} choices={orders} closesMenu onChoose={onSort} />
    </Menu>
  )
}
