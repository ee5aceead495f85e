import { paths, type ExportFormat } from '#modules/chat/api'
import BookOpen from 'lucide-react/icons/book-open'
import BookText from 'lucide-react/icons/book-text'
import type { Character } from '#modules/gallery/api'
import Braces from 'lucide-react/icons/braces'
import FileText from 'lucide-react/icons/file-text'
import Gauge from 'lucide-react/icons/gauge'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/components/ui/menu'
import { isShareable, shareCharacter } from '#web/components/shared/share_character'
import { browser } from '#web/lib/browser'
import { withZone } from '#web/lib/reader_zone'

interface ChatMenuProps {
  sessionId: string
  /** null when the character was deleted. */
  character: Character | null
  trigger: ReactElement
  onRename: () => void
  /** null when the character was deleted. */
  onContext: (() => void) | null
}

/** Dates are those of this time zone. */
const zone = withZone({})

/** Renames and exports a chat, and shares its character. Opens on mount. */
export function ChatMenu({ sessionId, character, trigger, onRename, onContext }: ChatMenuProps) {
  const save = (format: Exclude<ExportFormat, 'epub'>) =>
    browser.download(`${paths.export(sessionId)}?format=${format}&${zone}`)
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
      {character && isShareable(character) && (
        <MenuItem icon={<Share2 />} onSelect={() => void shareCharacter(character)}>
          Share character
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuLabel>Export</MenuLabel>
      <MenuItem icon={<BookOpen />} onSelect={() => browser.openTab(`${paths.book(sessionId)}?${zone}`)}>
        Bound book, for print
      </MenuItem>
      <MenuItem icon={<BookText />} onSelect={() => browser.download(`${paths.export(sessionId)}?format=epub&${zone}`)}>
        EPUB, for e-readers
      </MenuItem>
      <MenuItem icon={<FileText />} onSelect={() => save('markdown')}>
        Markdown, for reading
      </MenuItem>
      <MenuItem icon={<Braces />} onSelect={() => save('jsonl')}>
        JSON Lines, all answers
      </MenuItem>
      <MenuItem icon={<MessagesSquare />} onSelect={() => save('sillytavern')}>
        SillyTavern
      </MenuItem>
    </Menu>
  )
}
