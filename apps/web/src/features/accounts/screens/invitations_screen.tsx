import type { User } from '#modules/accounts/api'
import { AccountScreen } from '../components/account_screen.tsx'
import { Invitations } from '../components/invitations.tsx'

export function InvitationsScreen({ user }: { user: User }) {
  return (
    <AccountScreen title="Invitations" lead="Links with which people open an account here.">
      {({ secondFactor }) => <Invitations user={user} hasSecondFactor={secondFactor !== null} />}
    </AccountScreen>
  )
}
