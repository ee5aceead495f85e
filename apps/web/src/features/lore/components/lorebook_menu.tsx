import { paths } from '#modules/cards/api'
import FileJson from 'lucide-react/icons/file-braces'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/components/ui/menu'
import { browser } from '#web/lib/browser'

interface LorebookMenuProps {
  id: string
  trigger: ReactElement
  onDelete: () => void
}

/** A menu with the exports and the deletion of a lorebook. Opens on mount. */
export function LorebookMenu({ id, trigger, onDelete }: LorebookMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuLabel>Export</MenuLabel>
      <MenuItem icon={<FileJson />} onSelect={() => browser.download(paths.lorebookFile(id, 'v3'))}>
        Card format V3
      </MenuItem>
      <MenuItem icon={<FileJson />} onSelect={() => browser.download(paths.lorebookFile(id, 'sillytavern'))}>
        SillyTavern
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} isDanger onSelect={onDelete}>
        Delete lorebook
      </MenuItem>
    </Menu>
  )
}
