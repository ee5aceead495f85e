import type { User } from '#modules/accounts/api'
import type { CharacterSummary } from '#modules/gallery/api'
import { lazy, Suspense, useState } from 'react'
import { GalleryScreen } from '../../features/gallery/screens/gallery_screen.tsx'
import { userName } from '../../lib/fill_macros.ts'

const ChatSelectionModal = lazy(async () => ({
  default: (await import('../../features/chat/components/chat_selection_modal.tsx')).ChatSelectionModal,
}))

export function GalleryRoute({ user }: { user: User }) {
  const [chosen, setChosen] = useState<CharacterSummary | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <GalleryScreen
        showsAdult={user.limitlessEnabled}
        onChoose={(character) => {
          setChosen(character)
          setIsOpen(true)
        }}
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
