import Copy from 'lucide-react/icons/copy'
import ImageDown from 'lucide-react/icons/image-down'
import Pencil from 'lucide-react/icons/pencil'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useContext, type ReactElement } from 'react'
import { DemoBadge } from '#web/components/shared/demo_badge'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/components/ui/menu'
import { Rubies } from '#web/components/shared/rubies'
import { ModelsContext, type MessageActions } from '../message_actions.ts'

interface AnswerMenuProps {
  itemKey: string
  actions: MessageActions
  onCopy: () => void
  onEdit: () => void
  trigger: ReactElement
}

/** Rerolls with another model. On phones it also holds the message tools. Opens on mount. */
export function AnswerMenu({ itemKey, actions, onCopy, onEdit, trigger }: AnswerMenuProps) {
  const { models } = useContext(ModelsContext)
  return (
    <Menu defaultOpen align="start" trigger={trigger}>
      <MenuLabel>Reroll with another model</MenuLabel>
      {models.map(({ tier, name, cost, available, isDemo }) => (
        <MenuItem
          key={tier}
          icon={<RotateCw />}
          aside={<Rubies amount={cost} />}
          isDisabled={!available}
          onSelect={() => actions.reroll(tier)}
        >
          {name} {isDemo && <DemoBadge />}
        </MenuItem>
      ))}
      <div className="sm:hidden">
        <MenuSeparator />
        <MenuItem icon={<Copy />} onSelect={onCopy}>
          Copy
        </MenuItem>
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuItem icon={<ImageDown />} onSelect={() => actions.savePicture(itemKey)}>
          Save as picture
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => actions.delete(itemKey)}>
          Delete
        </MenuItem>
      </div>
    </Menu>
  )
}
