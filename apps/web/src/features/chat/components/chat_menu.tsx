import type { ExportFormat } from '#modules/chat/api'
import { exportChat, showBook } from '#modules/chat/calls'
import BookOpen from 'lucide-react/icons/book-open'
import BookText from 'lucide-react/icons/book-text'
import type { Character } from '#modules/gallery/api'
import { addressOf } from '#modules/kernel/calls'
import Brain from 'lucide-react/icons/brain'
import Braces from 'lucide-react/icons/braces'
import FileText from 'lucide-react/icons/file-text'
import Gauge from 'lucide-react/icons/gauge'
import Image from 'lucide-react/icons/image'
import MessagesSquare from 'lucide-react/icons/messages-square'
import MessageCirclePlus from 'lucide-react/icons/message-circle-plus'
import Pencil from 'lucide-react/icons/pencil'
import Search from 'lucide-react/icons/search'
import Settings2 from 'lucide-react/icons/settings-2'
import Share2 from 'lucide-react/icons/share-2'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Theater from 'lucide-react/icons/theater'
import Trash2 from 'lucide-react/icons/trash-2'
import UserPlus from 'lucide-react/icons/user-plus'
import Volume2 from 'lucide-react/icons/volume-2'
import { useContext, type ReactElement } from 'react'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/components/ui/menu'
import { isShareable, shareCharacter } from '#web/components/shared/share_character'
import { browser } from '#web/lib/browser'
import { readerZone } from '#web/lib/reader_zone'
import { ModelsContext } from '../message_actions.ts'
import { PicturesContext } from '../pictures/chat_pictures.ts'
import { canThink, showsThinking, showThinking } from '../show_thinking.ts'

interface ChatMenuProps {
  sessionId: string
  /** null when the character was deleted. */
  character: Character | null
  trigger: ReactElement
  /** null when no character is left. */
  onNewChat: (() => void) | null
  /** Lets more characters join; null where that isn't possible. */
  onAdd: (() => void) | null
  onRename: () => void
  onSearch: () => void
  /** null when no character is left. */
  onSettings: (() => void) | null
  /** null when no character is left. */
  onMemory: (() => void) | null
  onReading: () => void
  /** null where the chat has no expressions. */
  stage: { isOn: boolean; change: (isOn: boolean) => void } | null
  onVoice: () => void
  /** null where no picture is behind the chat. */
  onBackground: (() => void) | null
  onDelete: () => void
}

/** A menu with the actions on a chat, its exports, and sharing of its character. Opens on mount. */
export function ChatMenu(props: ChatMenuProps) {
  const {
    sessionId,
    character,
    trigger,
    onNewChat,
    onAdd,
    onRename,
    onSearch,
    onSettings,
    onMemory,
    onReading,
    stage,
    onVoice,
    onBackground,
    onDelete,
  } = props
  const { model } = useContext(ModelsContext)
  const hasPictures = useContext(PicturesContext).byId.size > 0
  const params = { id: sessionId }
  const save = (format: ExportFormat) =>
    browser.download(addressOf(exportChat, { params, query: { format, zone: readerZone } }))
  return (
    <Menu trigger={trigger} defaultOpen>
      {onNewChat && (
        <MenuItem icon={<MessageCirclePlus />} onSelect={onNewChat}>
          New chat
        </MenuItem>
      )}
      {onAdd && (
        <MenuItem icon={<UserPlus />} onSelect={onAdd}>
          Add someone
        </MenuItem>
      )}
      <MenuItem icon={<Pencil />} onSelect={onRename}>
        Rename chat
      </MenuItem>
      <MenuItem icon={<Search />} onSelect={onSearch}>
        Search this chat
      </MenuItem>
      {onSettings && (
        <MenuItem icon={<SlidersHorizontal />} onSelect={onSettings}>
          Chat settings
        </MenuItem>
      )}
      {onMemory && (
        <MenuItem icon={<Gauge />} onSelect={onMemory}>
          Memory
        </MenuItem>
      )}
      {model && canThink(model) && (
        <MenuItem icon={<Brain />} onSelect={() => showThinking(!showsThinking())}>
          {showsThinking() ? 'Hide the model’s thinking' : 'Show the model’s thinking'}
        </MenuItem>
      )}
      {stage && (
        <MenuItem icon={<Theater />} onSelect={() => stage.change(!stage.isOn)}>
          {stage.isOn ? 'Leave the stage' : 'Stage'}
        </MenuItem>
      )}
      <MenuItem icon={<Settings2 />} onSelect={onReading}>
        Reading
      </MenuItem>
      <MenuItem icon={<Volume2 />} onSelect={onVoice}>
        Voice
      </MenuItem>
      {onBackground && (
        <MenuItem icon={<Image />} onSelect={onBackground}>
          Background picture
        </MenuItem>
      )}
      {character && isShareable(character) && (
        <MenuItem icon={<Share2 />} onSelect={() => void shareCharacter(character)}>
          Share character
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuLabel>Export</MenuLabel>
      <MenuItem
        icon={<BookOpen />}
        onSelect={() => browser.openTab(addressOf(showBook, { params, query: { zone: readerZone } }))}
      >
        Bound book, for print
      </MenuItem>
      <MenuItem icon={<BookText />} onSelect={() => save('epub')}>
        EPUB, for e-readers
      </MenuItem>
      <MenuItem icon={<FileText />} onSelect={() => save('markdown')}>
        {hasPictures ? 'Markdown, without pictures' : 'Markdown, for reading'}
      </MenuItem>
      <MenuItem icon={<Braces />} onSelect={() => save('jsonl')}>
        JSON Lines, all answers
      </MenuItem>
      <MenuItem icon={<MessagesSquare />} onSelect={() => save('sillytavern')}>
        SillyTavern
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} isDanger onSelect={onDelete}>
        Delete chat
      </MenuItem>
    </Menu>
  )
}
