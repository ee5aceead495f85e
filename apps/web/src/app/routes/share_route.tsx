import type { User } from '#modules/accounts/api'
import { signInAddress } from '#modules/accounts/calls'
import { getSharedCharacter } from '#modules/gallery/calls'
import { useQuery } from '@tanstack/react-query'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useParams } from 'react-router-dom'
import { ButtonLink, buttonClasses } from '#web/components/ui/button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageSpinner } from '#web/components/ui/page_spinner'
import { ShareScreen } from '#web/features/gallery/screens/share_screen'
import { callQuery } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'
import { screens } from '#web/screens'
import { lazyPart } from '#web/lib/lazy_part'
import { NotFoundScreen } from '../router/not_found_screen.tsx'

/** It needs calls of its own, which the first view doesn't wait for. */
const ShareMore = lazyPart(async () => (await import('./share_more.tsx')).ShareMore, null)

/** A shared link. Unknown, private and adult characters look like any unknown address. */
export default function ShareRoute({ user }: { user: User | null }) {
  const { characterId = '' } = useParams()
  const query = useQuery(callQuery(getSharedCharacter, { params: { id: characterId } }))
  if (query.isPending) return <PageSpinner />
  if (isStatus(query.error, 404)) return <NotFoundScreen isSignedIn={user !== null} />
  if (!query.data) return <LoadFailed level={1} title="Couldn’t load the character" query={query} />
  return (
    <ShareScreen
      character={query.data}
      start={<StartLink characterId={query.data.id} user={user} />}
      isSignedIn={user !== null}
      more={user === null && <ShareMore id={query.data.id} />}
    />
  )
}

/** Visitors create an account first. */
function StartLink({ characterId, user }: { characterId: string; user: User | null }) {
  const chat = screens.chat.href({ characterId })
  const content = (
    <>
      <MessageCircle aria-hidden className="size-5" />
      Start chat
    </>
  )
  return user ? (
    <ButtonLink to={chat} look="primary" size="l" className="max-sm:flex-1">
      {content}
    </ButtonLink>
  ) : (
    <a
      href={signInAddress('register', chat)}
      rel="nofollow"
      className={`${buttonClasses('primary', false, 'l')} max-sm:flex-1`}
    >
      {content}
    </a>
  )
}
