import type { User } from '#modules/accounts/api'
import { AdminPanel } from '#web/features/admin/components/admin_panel'
import { screens } from '#web/screens'
import { adminLinks, adminTabAddress } from './admin_links.ts'
import { SecondFactorGate } from './second_factor_gate.tsx'

/** The tab of the settings for admins. */
export function AdminPanelTab({ user }: { user: User }) {
  const otherLinks = adminLinks.filter(({ to }) => to !== adminTabAddress)
  return (
    <SecondFactorGate user={user} level={2}>
      <AdminPanel userId={user.id} links={otherLinks} charactersAddress={screens.adminCharacters.path} />
    </SecondFactorGate>
  )
}
