import type { User } from '#modules/accounts/api'
import { brand } from '#config/brand'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { getCurrentUserQueryOptions } from '#web/features/accounts/api/get_current_user'
import { ChatScreen } from '#web/features/chat/screens/chat_screen'
import { browser } from '#web/lib/browser'

// Only extra-large screens show it.
const SimilarCharacters = lazy(async () => ({
  default: (await import('#web/features/gallery/components/similar_characters')).SimilarCharacters,
}))

export default function ChatRoute({ user }: { user: User }) {
  const { characterId = '' } = useParams()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const refreshBalance = useCallback(() => void queryClient.refetchQueries(getCurrentUserQueryOptions()), [queryClient])
  const upgrade = useCallback(
    (address: string) => {
      if (address === brand.discordInvite || /^https?:/i.test(address)) browser.openTab(address)
      else navigate(address)
    },
    [navigate]
  )
  return (
    <ChatScreen
      key={characterId}
      characterId={characterId}
      user={user}
      onBalanceChanged={refreshBalance}
      onUpgrade={upgrade}
      similar={({ id }) => (
        <Suspense>
          <SimilarCharacters id={id} userId={user.id} showsAdult={user.limitlessEnabled} />
        </Suspense>
      )}
    />
  )
}
