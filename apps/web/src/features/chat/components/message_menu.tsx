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

/** What the toolbar of a message has no room for. Opens on mount. */
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
