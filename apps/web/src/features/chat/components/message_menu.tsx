import type { ReactElement } from 'react'
import { Menu, MenuItem } from '#web/components/ui/menu'
import type { MessageActions } from '../message_actions.ts'
import { furtherTools } from './message_tools.tsx'

interface MessageMenuProps {
  itemKey: string
  actions: MessageActions
  isAnswer: boolean
  trigger: ReactElement
}

/** A menu with the actions that don't fit into the toolbar of a message. Opens on mount. */
export function MessageMenu({ itemKey, actions, isAnswer, trigger }: MessageMenuProps) {
  return (
    <Menu defaultOpen trigger={trigger}>
      {furtherTools(itemKey, actions, isAnswer).map(({ label, icon, run }) => (
        <MenuItem key={label} icon={icon} onSelect={run}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
