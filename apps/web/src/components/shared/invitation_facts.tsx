import type { Invitation } from '#modules/accounts/api'
import { Badge } from '#web/components/ui/badge'
import { Rubies } from './rubies.tsx'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** How far an invitation is used, until when it works, and what it brings. */
export function InvitationFacts({ invitation }: { invitation: Invitation }) {
  const { role, rubies, uses, used, expiresAt, isOpen } = invitation
  return (
    <>
      <p className="text-sm text-pretty text-soft">
        {used} of {uses} used, {isOpen ? 'until' : endOf(invitation)}{' '}
        {isOpen && <time dateTime={expiresAt}>{day.format(new Date(expiresAt))}</time>}
      </p>
      {(role !== null || rubies > 0) && (
        <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm">
          {role !== null && <Badge tone="accent">{role === 'creator' ? 'Creator' : 'Support'}</Badge>}
          {rubies > 0 && <Rubies amount={rubies} spelled />}
        </p>
      )}
    </>
  )
}

const endOf = ({ uses, used, expiresAt }: Invitation): string => {
  if (used === uses) return 'none left'
  return Date.parse(expiresAt) <= Date.now() ? 'expired' : 'revoked'
}
