import { paths, type ExportFormat } from '#modules/chat/api'
import Braces from 'lucide-react/icons/braces'
import FileText from 'lucide-react/icons/file-text'
import Gauge from 'lucide-react/icons/gauge'
import Pencil from 'lucide-react/icons/pencil'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/components/ui/menu'
import { browser } from '#web/lib/browser'

interface ChatMenuProps {
  sessionId: string
  trigger: ReactElement
  onRename: () => void
  /** null when the character was deleted. */
  onContext: (() => void) | null
}

/** Renames and exports a chat. Opens on mount. */
export function ChatMenu({ sessionId, trigger, onRename, onContext }: ChatMenuProps) {
  const save = (format: ExportFormat) => browser.download(`${paths.export(sessionId)}?format=${format}`)
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem icon={<Pencil />} onSelect={onRename}>
        Rename chat
      </MenuItem>
      {onContext && (
        <MenuItem icon={<Gauge />} onSelect={onContext}>
          Context and pinned facts
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuLabel>Export</MenuLabel>
      <MenuItem icon={<FileText />} onSelect={() => save('markdown')}>
        Markdown, for reading
      </MenuItem>
      <MenuItem icon={<Braces />} onSelect={() => save('jsonl')}>
        JSON Lines, all answers
      </MenuItem>
    </Menu>
  )
}
