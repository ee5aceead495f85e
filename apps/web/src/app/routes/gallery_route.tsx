import type { User } from '#modules/accounts/api'
import type { CharacterSummary } from '#modules/gallery/api'
import { useCallback, useState } from 'react'
import { VerifyEmailBanner } from '#web/features/accounts/components/verify_email_banner'
import { DropToImport } from '#web/features/cards/components/drop_to_import'
import { LastChat } from '#web/features/chat/components/last_chat'
import { DailyRewardBanner } from '#web/features/economy/components/daily_reward_banner'
import { DiscordBanner } from '#web/features/economy/components/discord_banner'
import { GalleryBanners } from '#web/features/gallery/components/gallery_banners'
import { Starters } from '#web/features/gallery/components/starters'
import { GalleryScreen } from '#web/features/gallery/screens/gallery_screen'
import { userName } from '#modules/accounts/api'
import { hasRubies } from '#web/lib/has_rubies'
import { screens } from '#web/screens'
import { lazyDialog, lazyPart } from '#web/lib/lazy_part'
import { SearchBox } from '../layouts/search_box.tsx'

const ChatSelectionModal = lazyDialog(
  async () => (await import('#web/features/chat/components/chat_selection_modal')).ChatSelectionModal
)

const PeopleResults = lazyPart(
  async () => (await import('#web/features/community/components/people_results')).PeopleResults,
  null
)

const greetingOf = ({ firstName, username }: User) => {
  const name = firstName || username
  return name ? `Welcome back, ${name}` : 'Welcome back'
}

export default function GalleryRoute({ user }: { user: User }) {
  const [chosen, setChosen] = useState<CharacterSummary | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const choose = useCallback((character: CharacterSummary) => {
    setChosen(character)
    setIsOpen(true)
  }, [])
  return (
    <>
      <GalleryScreen
        userId={user.id}
        showsAdult={user.limitlessEnabled}
        search={<SearchBox place="page" />}
        greeting={user.stats.messagesWritten > 0 && <LastChat title={greetingOf(user)} />}
        banners={
          <>
            {user.stats.messagesWritten === 0 && <Starters userId={user.id} />}
            <GalleryBanners
              verifyEmail={user.welcomeRubiesWaiting > 0 ? <VerifyEmailBanner user={user} /> : null}
              dailyReward={hasRubies() && <DailyRewardBanner userId={user.id} />}
              discord={
                user.discordInvite && (
                  <DiscordBanner userId={user.id} invite={user.discordInvite} hasJoined={user.discordJoined} />
                )
              }
            />
          </>
        }
        people={(q) => q !== '' && <PeopleResults q={q} />}
        userName={userName(user)}
        onChoose={choose}
      />
      <DropToImport />
      <ChatSelectionModal
        character={chosen}
        profileAddress={chosen ? screens.character.href({ characterId: chosen.id }) : undefined}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
