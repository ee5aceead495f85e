import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useContext, type ReactElement } from 'react'
import { DemoBadge } from '#web/components/shared/demo_badge'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/components/ui/menu'
import { Rubies } from '#web/components/shared/rubies'
import { ModelsContext, type MessageActions } from '../message_actions.ts'
import type { ChatItem } from '../reply/message_store.ts'
import { furtherTools } from './message_tools.tsx'
import { Price } from './price.tsx'

const nudges = ['Shorter', 'Longer', 'Bolder']

interface AnswerMenuProps {
  item: ChatItem
  actions: MessageActions
  onCopy: () => void
  onEdit: () => void
  trigger: ReactElement
}

/** A menu to reroll with a nudge or another model. On phones, it also contains the message tools. Opens on mount. */
export function AnswerMenu({ item, actions, onCopy, onEdit, trigger }: AnswerMenuProps) {
  const { models } = useContext(ModelsContext)
  return (
    <Menu defaultOpen align="start" trigger={trigger}>
      <MenuLabel>Reroll with a nudge</MenuLabel>
      {nudges.map((nudge) => (
        <MenuItem key={nudge} icon={<RotateCw />} aside={<Price />} onSelect={() => actions.reroll(undefined, nudge)}>
          {nudge}
        </MenuItem>
      ))}
      <MenuItem icon={<Pencil />} onSelect={actions.askNudge}>
        In your own words…
      </MenuItem>
      <MenuSeparator />
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
        {furtherTools(item, actions).map(({ label, icon, run }) => (
          <MenuItem key={label} icon={icon} onSelect={run}>
            {label}
          </MenuItem>
        ))}
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => actions.delete(item.key)}>
          Delete
        </MenuItem>
      </div>
    </Menu>
  )
}
