import type { LorebookFormat } from '#modules/cards/api'
import { exportLorebook } from '#modules/cards/calls'
import { addressOf } from '#modules/kernel/calls'
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
  const save = (format: LorebookFormat) =>
    browser.download(addressOf(exportLorebook, { params: { id }, query: { format } }))
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuLabel>Export</MenuLabel>
      <MenuItem icon={<FileJson />} onSelect={() => save('v3')}>
        Card format V3
      </MenuItem>
      <MenuItem icon={<FileJson />} onSelect={() => save('sillytavern')}>
        SillyTavern
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} isDanger onSelect={onDelete}>
        Delete lorebook
      </MenuItem>
    </Menu>
  )
}
