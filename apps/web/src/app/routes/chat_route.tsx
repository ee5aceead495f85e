import type { User } from '#modules/accounts/api'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { ChatScreen } from '#web/features/chat/screens/chat_screen'
import { useChatCallbacks } from './use_chat_callbacks.ts'

// Only extra-large screens show it.
const SimilarCharacters = lazy(async () => ({
  default: (await import('#web/features/gallery/components/similar_characters')).SimilarCharacters,
}))

export default function ChatRoute({ user }: { user: User }) {
  const { characterId = '' } = useParams()
  const callbacks = useChatCallbacks()
  return (
    <ChatScreen
      key={characterId}
      characterId={characterId}
      user={user}
      {...callbacks}
      similar={({ id }) => (
        <Suspense>
          <SimilarCharacters id={id} userId={user.id} showsAdult={user.limitlessEnabled} />
        </Suspense>
      )}
    />
  )
}
