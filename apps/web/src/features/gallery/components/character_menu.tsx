import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#web/components/ui/menu'
import { DownloadCardItems } from './download_card_items.tsx'

interface CharacterMenuProps {
  trigger: ReactElement
  characterId: string
  editAddress: string | null
  onDelete: () => void
}

/** A menu with the actions of a character's owner. Opens on mount. */
export function CharacterMenu({ trigger, characterId, editAddress, onDelete }: CharacterMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen>
      {editAddress !== null && (
        <MenuLink to={editAddress} icon={<Pencil />}>
          Edit
        </MenuLink>
      )}
      <DownloadCardItems characterId={characterId} />
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} isDanger onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}
