import type { User } from '#modules/accounts/api'
import { useParams, useSearchParams } from 'react-router-dom'
import { ChatScreen } from '#web/features/chat/screens/chat_screen'
import { useReadReplies } from '#web/features/notices/unread'
import { lazyPart } from '#web/lib/lazy_part'

// Only extra-large screens show it.
const SimilarCharacters = lazyPart(
  async () => (await import('#web/features/gallery/components/similar_characters')).SimilarCharacters,
  null
)

// Only newcomers without a name see it.
const NameQuestion = lazyPart(
  async () => (await import('#web/features/accounts/components/name_question')).NameQuestion,
  null
)

const isNamelessNewcomer = ({ personaName, username, firstName, stats }: User) =>
  !personaName && !username && !firstName && stats.messagesWritten === 0

export default function ChatRoute({ user }: { user: User }) {
  const { characterId = '' } = useParams()
  const [query] = useSearchParams()
  useReadReplies(query.get('session'))
  return (
    <ChatScreen
      key={characterId}
      characterId={characterId}
      user={user}
      nameQuestion={(asker) => isNamelessNewcomer(user) && <NameQuestion user={user} asker={asker} />}
      similar={({ id }) => <SimilarCharacters id={id} userId={user.id} showsAdult={user.limitlessEnabled} />}
    />
  )
}
