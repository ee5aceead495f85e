import type { ReadingPreferences } from '#modules/accounts/api'
import type { ChatSession } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { use, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '#web/components/ui/button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { screens } from '#web/screens'
import { lazyPart } from '#web/lib/lazy_part'
import { PicturesContext } from '../pictures/chat_pictures.ts'
import type { PickedCharacter } from './character_picker.tsx'

const ChatMenu = lazyPart(async () => (await import('./chat_menu.tsx')).ChatMenu)
const ReadingSheet = lazyPart(async () => (await import('./reading_sheet.tsx')).ReadingSheet, null)
const VoiceSheet = lazyPart(async () => (await import('../voice/voice_sheet.tsx')).VoiceSheet, null)
const PictureDialog = lazyPart(async () => (await import('../pictures/picture_dialog.tsx')).PictureDialog, null)
const NewGroupDialog = lazyPart(async () => (await import('./new_group_dialog.tsx')).NewGroupDialog, null)
const DeleteChatDialog = lazyPart(async () => (await import('./delete_chat_dialog.tsx')).DeleteChatDialog, null)

interface ChatMenuButtonProps {
  ref: React.Ref<HTMLButtonElement>
  session: ChatSession
  /** The characters of the chat, without deleted ones. */
  characters: readonly PickedCharacter[]
  /** The character of a chat with one character; null in groups and when it was deleted. */
  character: Character | null
  /** Changes the members of a group. In a chat with one character, adding someone starts a group. */
  onAdd?: (() => void) | undefined
  onRename: () => void
  onSearch: () => void
  /** null when no character is left. */
  onSettings: (() => void) | null
  /** null when no character is left. */
  onMemory: (() => void) | null
  reading: ReadingPreferences | null
  stage: StageSwitch | null
}

/** Whether the chat is shown as a stage. */
export interface StageSwitch {
  isOn: boolean
  change: (isOn: boolean) => void
}

/** The button with the menu of a chat or a group, and the dialogs that the menu opens. */
export function ChatMenuButton({ ref, session, characters, character, onAdd, reading, ...menu }: ChatMenuButtonProps) {
  const navigate = useNavigate()
  const [isReading, setReading] = useState(false)
  const [isChoosingVoice, setChoosingVoice] = useState(false)
  const { background } = use(PicturesContext)
  const [isShowingBackground, setShowingBackground] = useState(false)
  const [isGrouping, setGrouping] = useState(false)
  // Undefined until the dialog is first opened.
  const [isDeleting, setIsDeleting] = useState<boolean>()
  const openNewGroup = () => setGrouping(true)
  const openNewChat = character
    ? () => void navigate(screens.chat.href({ characterId: character.id }, { new: 'true' }))
    : openNewGroup
  const trigger = (
    <Button ref={ref} look="quiet" isIcon aria-label="Chat menu" title="Chat menu">
      <Ellipsis aria-hidden className="size-5" />
    </Button>
  )
  return (
    <>
      <LazyMenu trigger={trigger}>
        <ChatMenu
          {...menu}
          sessionId={session.id}
          character={character}
          trigger={trigger}
          onNewChat={characters.length > 0 ? openNewChat : null}
          onAdd={onAdd ?? (character ? openNewGroup : null)}
          onReading={() => setReading(true)}
          onVoice={() => setChoosingVoice(true)}
          onBackground={background ? () => setShowingBackground(true) : null}
          onDelete={() => setIsDeleting(true)}
        />
      </LazyMenu>
      {isReading && <ReadingSheet reading={reading} onClose={() => setReading(false)} />}
      {isChoosingVoice && <VoiceSheet characters={characters} onClose={() => setChoosingVoice(false)} />}
      {isShowingBackground && background && (
        <PictureDialog picture={background} onClose={() => setShowingBackground(false)} />
      )}
      {isGrouping && <NewGroupDialog initial={characters} onClose={() => setGrouping(false)} />}
      {isDeleting !== undefined && (
        <DeleteChatDialog
          chatId={isDeleting ? session.id : null}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => void navigate(screens.recentChats.path, { replace: true })}
        />
      )}
    </>
  )
}
