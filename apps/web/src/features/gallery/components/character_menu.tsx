import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuLink } from '#web/components/ui/menu'

interface CharacterMenuProps {
  trigger: ReactElement
  editAddress: string | null
  onDelete: () => void
}

/** What owners do with a character. Opens on mount. */
export function CharacterMenu({ trigger, editAddress, onDelete }: CharacterMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen className="min-w-40">
      {editAddress !== null && (
        <MenuLink to={editAddress} icon={<Pencil />}>
          Edit
        </MenuLink>
      )}
      <MenuItem icon={<Trash2 />} isDanger onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}
