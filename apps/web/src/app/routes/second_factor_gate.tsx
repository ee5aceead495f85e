import type { User } from '#modules/accounts/api'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ComponentType, ReactNode } from 'react'
import { Alert } from '#web/components/ui/alert'
import { ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { screens } from '#web/screens'

const settingAddress = `${screens.settingsSecurity.path}#two-step`

interface SecondFactorGateProps {
  user: User
  level: 1 | 2
  children: ReactNode
}

/** Asks admins to set up a second factor where one is required: until then, the server refuses every admin call. */
export function SecondFactorGate({ user, level, children }: SecondFactorGateProps) {
  if (user.secondFactorWanted !== 'required') return children
  return (
    <EmptyState
      level={level}
      icon={<ShieldCheck />}
      title="First, turn on two-step sign-in"
      text="On this server, admins also sign in with a code from their phone. Turn it on in your settings, then come back."
    >
      <ButtonLink to={settingAddress} look="primary">
        Go to settings
      </ButtonLink>
    </EmptyState>
  )
}

/** Puts an admin screen behind the gate. */
export const behindSecondFactor = (Screen: ComponentType<{ user: User }>) =>
  function Gated({ user }: { user: User }) {
    return (
      <SecondFactorGate user={user} level={1}>
        <Screen user={user} />
      </SecondFactorGate>
    )
  }

/** Suggests a second factor where none is required. */
export function SecondFactorHint({ user }: { user: User }) {
  if (user.secondFactorWanted !== 'suggested') return null
  return (
    <div className="mb-5">
      <Alert
        action={
          <ButtonLink to={settingAddress} size="s">
            Set it up
          </ButtonLink>
        }
      >
        Your account can change other users’ accounts. Two-step sign-in protects it even if your password is stolen.
      </Alert>
    </div>
  )
}
