import type { User } from '#modules/accounts/api'
import { ProfileScreen } from '../../features/accounts/screens/profile_screen.tsx'
import { buyRubies, createCharacter, hasScreen, settings } from '../layouts/destinations.ts'

export function ProfileRoute({ user }: { user: User }) {
  return (
    <ProfileScreen
      user={user}
      shopAddress={buyRubies.to}
      links={[createCharacter, buyRubies, settings].filter(hasScreen).map(({ label, to, icon: Icon }) => ({
        label,
        to,
        icon: <Icon aria-hidden className="size-4.5" />,
      }))}
    />
  )
}
