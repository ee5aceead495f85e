import type { User } from '#modules/accounts/api'
import type { Character } from '#modules/gallery/api'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { useChats } from '#web/features/chat/api/list_chats'
import { CharacterScreen } from '#web/features/gallery/screens/character_screen'
import { userName } from '#modules/accounts/api'
import { screens } from '#web/screens'

const ChatSelectionModal = lazy(async () => ({
  default: (await import('#web/features/chat/components/chat_selection_modal')).ChatSelectionModal,
}))

export default function CharacterRoute({ user }: { user: User }) {
  const { characterId = '' } = useParams()
  const navigate = useNavigate()
  const chats = useChats()
  const [chosen, setChosen] = useState<Character | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const startChat = (character: Character) => {
    // Without earlier chats there is nothing to choose. While the list is still loading, the dialog opens.
    if (chats.data && !chats.data.some((chat) => chat.characterId === character.id)) {
      void navigate(screens.chat.href({ characterId: character.id }, { new: 'true' }))
      return
    }
    setChosen(character)
    setIsOpen(true)
  }
  return (
    <>
      <CharacterScreen
        key={characterId}
        id={characterId}
        viewer={{ id: user.id, isAdmin: user.isAdmin, showsAdult: user.limitlessEnabled, name: userName(user) }}
        settingsAddress={screens.settings.path}
        editAddress={(characterId) => screens.editCharacter.href({ characterId })}
        onStartChat={startChat}
      />
      <Suspense>
        {chosen && <ChatSelectionModal character={chosen} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
