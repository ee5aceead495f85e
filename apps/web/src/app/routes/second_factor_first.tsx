import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { Alert } from '../../components/ui/alert.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty_state.tsx'
import { screenPaths } from '../router/known_paths.ts'
import { useSessionUser } from '../router/session.tsx'

const settingAddress = `${screenPaths.settings}?tab=account#two-step`

/** What is for admins, once they have a second factor where one is required: the server answers none of its calls before. */
export function SecondFactorFirst({ level, children }: { level: 1 | 2; children: ReactNode }) {
  const wanted = useSessionUser()?.secondFactorWanted
  if (wanted !== 'required') return children
  return (
    <EmptyState
      level={level}
      icon={<ShieldCheck />}
      title="First, turn on two-step sign-in"
      text="Here, admins sign in with a code from their phone as well. Turn it on in your settings, then come back."
    >
      <ButtonLink to={settingAddress} look="primary">
        Go to the setting
      </ButtonLink>
    </EmptyState>
  )
}

/** The same where it is only better. */
export function SecondFactorHint() {
  const wanted = useSessionUser()?.secondFactorWanted
  if (wanted !== 'suggested') return null
  return (
    <div className="mb-5">
      <Alert
        action={
          <ButtonLink to={settingAddress} size="s">
            Set it up
          </ButtonLink>
        }
      >
        Your account can change other people’s. Two-step sign-in keeps it yours when somebody learns your password.
      </Alert>
    </div>
  )
}
