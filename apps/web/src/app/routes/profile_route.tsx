import type { User } from '#modules/accounts/api'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { ProfileScreen } from '../../features/accounts/screens/profile_screen.tsx'
import { buyRubies, createCharacter, hasScreen, settings } from '../layouts/destinations.ts'
import { screenPaths } from '../router/known_paths.ts'

const admin = { label: 'Admin', to: screenPaths.admin, icon: ShieldCheck }

export function ProfileRoute({ user }: { user: User }) {
  return (
    <ProfileScreen
      user={user}
      shopAddress={buyRubies.to}
      links={[createCharacter, buyRubies, settings, ...(user.isAdmin ? [admin] : [])]
        .filter(hasScreen)
        .map(({ label, to, icon: Icon }) => ({
          label,
          to,
          icon: <Icon aria-hidden className="size-4.5" />,
        }))}
    />
  )
}
