import type { User } from '#modules/accounts/api'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { ProfileScreen } from '#web/features/accounts/screens/profile_screen'
import { screens } from '#web/screens'
import { buyRubies, createCharacter, settings } from '../layouts/menu_items.ts'

const admin = { label: 'Admin', to: screens.admin.path, icon: ShieldCheck }

export default function ProfileRoute({ user }: { user: User }) {
  return (
    <ProfileScreen
      user={user}
      shopAddress={buyRubies.to}
      links={[createCharacter, buyRubies, settings, ...(user.isAdmin ? [admin] : [])].map(
        ({ label, to, icon: Icon }) => ({ label, to, icon: <Icon aria-hidden className="size-4.5" /> })
      )}
    />
  )
}
