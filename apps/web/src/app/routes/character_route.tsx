import type { User } from '#modules/accounts/api'
import type { Character } from '#modules/gallery/api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { chatsQuery } from '#web/features/chat/chat_lists'
import { FollowButton } from '#web/features/community/components/follow_button'
import { CharacterScreen } from '#web/features/gallery/screens/character_screen'
import { userName } from '#modules/accounts/api'
import { screens } from '#web/screens'
import { lazyDialog, lazyPart } from '#web/lib/lazy_part'

const ChatSelectionModal = lazyDialog(
  async () => (await import('#web/features/chat/components/chat_selection_modal')).ChatSelectionModal
)

const CollectDialog = lazyPart(
  async () => (await import('#web/features/community/components/collect_dialog')).CollectDialog,
  null
)

export default function CharacterRoute({ user }: { user: User }) {
  const { characterId = '' } = useParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isStarting, setIsStarting] = useState(false)
  const [chosen, setChosen] = useState<Character | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [collected, setCollected] = useState<Character | null>(null)
  const startChat = async (character: Character) => {
    setIsStarting(true)
    // Without earlier chats there is nothing to choose. The dialog tells a failure.
    const chats = await queryClient.fetchQuery(chatsQuery()).catch(() => null)
    setIsStarting(false)
    if (chats && !chats.some((chat) => chat.characterId === character.id))
      return void navigate(screens.chat.href({ characterId: character.id }, { new: 'true' }))
    setChosen(character)
    setIsOpen(true)
  }
  return (
    <>
      <CharacterScreen
        key={characterId}
        id={characterId}
        viewer={{ id: user.id, isAdmin: user.isAdmin, showsAdult: user.limitlessEnabled, name: userName(user) }}
        isStarting={isStarting}
        onStartChat={(character) => void startChat(character)}
        onCollect={setCollected}
        followButton={(creator) => <FollowButton key={creator.id} creator={creator} size="s" showsCount />}
      />
      {collected && <CollectDialog character={collected} onClose={() => setCollected(null)} />}
      <ChatSelectionModal character={chosen} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
