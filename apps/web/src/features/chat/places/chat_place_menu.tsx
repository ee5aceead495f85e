import type { ChatListItem } from '#modules/chat/api'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import FolderInput from 'lucide-react/icons/folder-input'
import Pin from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import type { ReactElement } from 'react'
import { Menu, MenuItem } from '#web/components/ui/menu'
import { toastUndo } from '#web/lib/toasts'
import { usePlaceChat } from './folders.ts'

interface ChatPlaceMenuProps {
  chat: ChatListItem
  trigger: ReactElement
  onMove: () => void
}

/** A menu that keeps a chat on top, archives it or moves it to a folder. Opens on mount. */
export function ChatPlaceMenu({ chat, trigger, onMove }: ChatPlaceMenuProps) {
  const place = usePlaceChat(chat.id)
  const archive = () =>
    place({ isArchived: true }, () =>
      toastUndo('Chat archived', () => void place({ isArchived: false }), 'It comes back with its next message.')
    )
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem icon={chat.isKept ? <PinOff /> : <Pin />} onSelect={() => void place({ isKept: chat.isKept !== true })}>
        {chat.isKept ? 'Don’t keep on top' : 'Keep on top'}
      </MenuItem>
      <MenuItem icon={<FolderInput />} onSelect={onMove}>
        Move to a folder
      </MenuItem>
      {chat.isArchived ? (
        <MenuItem icon={<ArchiveRestore />} onSelect={() => void place({ isArchived: false })}>
          Take out of the archive
        </MenuItem>
      ) : (
        <MenuItem icon={<Archive />} onSelect={() => void archive()}>
          Archive
        </MenuItem>
      )}
    </Menu>
  )
}
