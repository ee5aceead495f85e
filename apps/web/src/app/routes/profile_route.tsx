import type { User } from '#modules/accounts/api'
import { exportCards } from '#modules/cards/calls'
import { patternOf } from '#modules/kernel/calls'
import Download from 'lucide-react/icons/download'
import Heart from 'lucide-react/icons/heart'
import UserPlus from 'lucide-react/icons/user-plus'
import { useRefreshUser } from '#web/components/shared/use_refresh_user'
import { ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { IconButton } from '#web/components/ui/icon_button'
import { ProfileScreen } from '#web/features/accounts/screens/profile_screen'
import { DropToImport } from '#web/features/cards/components/drop_to_import'
import { ProfileCharacters } from '#web/features/gallery/components/profile_characters'
import { browser } from '#web/lib/browser'
import { hasRubies } from '#web/lib/has_rubies'
import { screens } from '#web/screens'
import { adminMenu, buyRubies, createCharacter, library, settings } from '../layouts/menu_items.ts'

export default function ProfileRoute({ user }: { user: User }) {
  const refreshUser = useRefreshUser()
  const viewer = { id: user.id, showsAdult: user.limitlessEnabled }
  return (
    <ProfileScreen
      user={user}
      links={[createCharacter, library, ...(hasRubies() ? [buyRubies] : []), settings, ...adminMenu(user)].map(
        ({ label, to, icon: Icon }) => ({ label, to, icon: <Icon aria-hidden className="size-4.5" /> })
      )}
    >
      <ProfileCharacters
        list="mine"
        title="Your characters"
        viewer={viewer}
        empty={
          <EmptyState
            size="panel"
            icon={<UserPlus />}
            title="No characters yet"
            text="Characters you create or import appear here."
          >
            <ButtonLink to={screens.importFiles.path}>Import characters</ButtonLink>
          </EmptyState>
        }
        actions={
          <IconButton
            label="Download all my cards"
            size="s"
            icon={<Download />}
            onClick={() => browser.download(patternOf(exportCards))}
          />
        }
        onDeleted={refreshUser}
      />
      <ProfileCharacters
        list="liked"
        title="Liked characters"
        viewer={viewer}
        empty={
          <EmptyState size="panel" icon={<Heart />} title="No likes yet" text="Characters you like appear here.">
            <ButtonLink to={screens.gallery.path}>Discover characters</ButtonLink>
          </EmptyState>
        }
      />
      <DropToImport />
    </ProfileScreen>
  )
}
