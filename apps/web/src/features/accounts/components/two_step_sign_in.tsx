import type { AccountSettings } from '#modules/accounts/api'
import { useLocation } from 'react-router-dom'
import { Skeleton } from '#web/components/ui/skeleton'
import { lazyPart } from '#web/lib/lazy_part'
import { scrollIntoView } from '../scroll_into_view.ts'
import { SettingsSection } from './settings_section.tsx'

const SecondFactor = lazyPart(
  async () => (await import('./second_factor/second_factor.tsx')).SecondFactor,
  <Skeleton className="h-24 rounded-panel" />
)

/** `#two-step` in the URL scrolls here. */
export function TwoStepSignIn({ factor }: { factor: AccountSettings['secondFactor'] }) {
  const { hash } = useLocation()
  return (
    <SettingsSection
      title="Two-step sign-in"
      text="Sign in with your password and a code from your phone. A stolen password alone isn’t enough."
    >
      <div ref={hash === '#two-step' ? scrollIntoView : undefined} className="scroll-my-24">
        <SecondFactor factor={factor} />
      </div>
    </SettingsSection>
  )
}
