import type { User } from '#modules/accounts/api'
import type { CharacterSummary } from '#modules/gallery/api'
import { lazy, Suspense, useCallback, useState } from 'react'
import { GalleryBanners } from '../../features/gallery/components/gallery_banners.tsx'
import { GalleryScreen } from '../../features/gallery/screens/gallery_screen.tsx'
import { userName } from '../../lib/fill_macros.ts'
import { createCharacter, hasScreen, settings } from '../layouts/destinations.ts'

const ChatSelectionModal = lazy(async () => ({
  default: (await import('../../features/chat/components/chat_selection_modal.tsx')).ChatSelectionModal,
}))

export function GalleryRoute({ user }: { user: User }) {
  const [chosen, setChosen] = useState<CharacterSummary | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const choose = useCallback((character: CharacterSummary) => {
    setChosen(character)
    setIsOpen(true)
  }, [])
  return (
    <>
      <GalleryScreen
        showsAdult={user.limitlessEnabled}
        settingsAddress={hasScreen(settings) ? settings.to : null}
        createAddress={hasScreen(createCharacter) ? createCharacter.to : null}
        banners={<GalleryBanners />}
        onChoose={choose}
      />
      <Suspense>
        {chosen && (
          <ChatSelectionModal
            character={chosen}
            userName={userName(user)}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
