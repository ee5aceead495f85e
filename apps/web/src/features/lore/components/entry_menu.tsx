import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuSeparator } from '#web/components/ui/menu'

interface EntryMenuProps {
  trigger: ReactElement
  onEdit: () => void
  onDuplicate: () => void
  onDelete: () => void
  /** Null while a search hides entries. */
  onMove: ((to: 'up' | 'down' | 'first' | 'last') => void) | null
  isFirst: boolean
  isLast: boolean
}

/** A menu with the actions on an entry. Opens on mount. */
export function EntryMenu({ trigger, onEdit, onDuplicate, onDelete, onMove, isFirst, isLast }: EntryMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={<Copy />} onSelect={onDuplicate}>
        Duplicate
      </MenuItem>
      {onMove && (
        <>
          <MenuSeparator />
          <MenuItem icon={<ArrowUp />} isDisabled={isFirst} onSelect={() => onMove('up')}>
            Move up
          </MenuItem>
          <MenuItem icon={<ArrowDown />} isDisabled={isLast} onSelect={() => onMove('down')}>
            Move down
          </MenuItem>
          <MenuItem icon={<ArrowUpToLine />} isDisabled={isFirst} onSelect={() => onMove('first')}>
            Move to the top
          </MenuItem>
          <MenuItem icon={<ArrowDownToLine />} isDisabled={isLast} onSelect={() => onMove('last')}>
            Move to the end
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} isDanger onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}
