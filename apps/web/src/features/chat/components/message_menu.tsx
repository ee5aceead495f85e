import type { ReactElement } from 'react'
import { Menu, MenuItem } from '#web/components/ui/menu'
import type { MessageActions } from '../message_actions.ts'
import type { ChatItem } from '../reply/message_store.ts'
import { furtherTools } from './message_tools.tsx'

interface MessageMenuProps {
  item: ChatItem
  actions: MessageActions
  trigger: ReactElement
}

/** A menu with the actions that don't fit into the toolbar of a message. Opens on mount. */
export function MessageMenu({ item, actions, trigger }: MessageMenuProps) {
  return (
    <Menu defaultOpen trigger={trigger}>
      {furtherTools(item, actions).map(({ label, icon, run }) => (
        <MenuItem key={label} icon={icon} onSelect={run}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
