import type { ReactElement } from 'react'
import { Menu, MenuItem } from '#web/components/ui/menu'
import { furtherTools, messageTools, type RenderedMessage } from './message_tools.tsx'

/** A menu with the actions that don't fit into the toolbar of a message. Opens on mount. */
export const MessageMenu = ({ message, trigger }: { message: RenderedMessage; trigger: ReactElement }) => (
  <Menu defaultOpen trigger={trigger}>
    <ToolItems tools={furtherTools(message)} />
  </Menu>
)

export const ToolItems = ({ tools }: { tools: ReturnType<typeof messageTools> }) =>
  tools.map(({ label, icon, isDanger, run }) => (
    <MenuItem key={label} icon={icon} isDanger={isDanger} onSelect={run}>
      {label}
    </MenuItem>
  ))
