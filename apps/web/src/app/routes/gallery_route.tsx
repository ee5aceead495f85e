import type { User } from '#modules/accounts/api'
import type { CharacterSummary } from '#modules/gallery/api'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { getCurrentUserQueryOptions } from '../../features/accounts/api/get_current_user.ts'
import { DailyRewardBanner } from '../../features/economy/components/daily_reward_banner.tsx'
import { DiscordBanner } from '../../features/economy/components/discord_banner.tsx'
import { GalleryBanners } from '../../features/gallery/components/gallery_banners.tsx'
import { GalleryScreen } from '../../features/gallery/screens/gallery_screen.tsx'
import { userName } from '../../components/shared/fill_macros.ts'
import { screens } from '../../screens.ts'

const ChatSelectionModal = lazy(async () => ({
  default: (await import('../../features/chat/components/chat_selection_modal.tsx')).ChatSelectionModal,
}))

export default function GalleryRoute({ user }: { user: User }) {
  const [chosen, setChosen] = useState<CharacterSummary | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const choose = useCallback((character: CharacterSummary) => {
    setChosen(character)
    setIsOpen(true)
  }, [])
  const queryClient = useQueryClient()
  const refreshBalance = useCallback(() => void queryClient.refetchQueries(getCurrentUserQueryOptions()), [queryClient])
  return (
    <>
      <GalleryScreen
        userId={user.id}
        showsAdult={user.limitlessEnabled}
        settingsAddress={screens.settings.path}
        editAddress={(characterId) => screens.editCharacter.href({ characterId })}
        createAddress={screens.createCharacter.path}
        banners={
          <GalleryBanners
            dailyReward={<DailyRewardBanner userId={user.id} onBalanceChanged={refreshBalance} />}
            discord={
              <DiscordBanner userId={user.id} hasJoined={user.discordJoined} onBalanceChanged={refreshBalance} />
            }
          />
        }
        onChoose={choose}
      />
      <Suspense>
        {chosen && (
          <ChatSelectionModal
            character={chosen}
            profileAddress={screens.character.href({ characterId: chosen.id })}
            userName={userName(user)}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
