import type { AccountSettings, User } from '#modules/accounts/api'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { PageHeader } from '#web/components/ui/page_header'
import { screens } from '#web/screens'
import { AdultContent } from '../components/adult_content.tsx'
import { DeleteAccount } from '../components/delete_account.tsx'
import { LinkedSignIns } from '../components/linked_sign_ins.tsx'
import { PasswordForm } from '../components/password_form.tsx'
import { ReplyStyle } from '../components/reply_style.tsx'
import { SettingSwitch } from '../components/setting_switch.tsx'
import { SettingsFrame, type SettingsParts } from '../components/settings_frame.tsx'
import { SettingsSkeleton } from '../components/settings_skeleton.tsx'
import { SignOutEverywhere } from '../components/sign_out_everywhere.tsx'
import { TwoStepSignIn } from '../components/two_step_sign_in.tsx'
import { YourData } from '../components/your_data.tsx'

interface AccountScreenProps {
  title: string
  lead: string
  children: (settings: AccountSettings, parts: SettingsParts) => ReactNode
}

/** A screen under the tab Account of the settings. */
function AccountScreen({ title, lead, children }: AccountScreenProps) {
  return (
    <SettingsFrame
      header={
        <>
          <Link
            to={screens.settings.path}
            className="-mt-3 mb-1 inline-flex min-h-touch items-center gap-2 text-ui font-semibold text-soft transition-colors hover:text-text"
          >
            <ArrowLeft aria-hidden className="size-4" />
            Settings
          </Link>
          <PageHeader title={title} lead={lead} />
        </>
      }
    >
      {/* Their own parent, where the first section has no line above it. */}
      {(parts) => <div>{parts.settings ? children(parts.settings, parts) : <SettingsSkeleton />}</div>}
    </SettingsFrame>
  )
}

export function SecurityScreen() {
  return (
    <AccountScreen title="Security" lead="How you sign in, and where.">
      {({ email, hasPassword, secondFactor, signIns }, { reportUnsaved, leave }) => (
        <>
          <PasswordForm email={email} hasPassword={hasPassword} onUnsaved={reportUnsaved} />
          <TwoStepSignIn factor={secondFactor} />
          {signIns.length > 0 && <LinkedSignIns signIns={signIns} hasPassword={hasPassword} />}
          <SignOutEverywhere onDone={leave} />
        </>
      )}
    </AccountScreen>
  )
}

export function ContentScreen() {
  return (
    <AccountScreen title="Content and replies" lead="What you see, and how characters answer.">
      {({ limitlessEnabled, sampling, asksBeforeNewModels = false }) => (
        <>
          <AdultContent isOn={limitlessEnabled} />
          <ReplyStyle sampling={sampling} />
          <SettingSwitch
            setting="asksBeforeNewModels"
            isOn={asksBeforeNewModels}
            title="New models"
            text="A chat tells you once when another model answers for the same name."
            label="Ask before another model answers"
            hint="The chat asks before it sends your next message to the new model."
          />
        </>
      )}
    </AccountScreen>
  )
}

export function DataScreen({ user }: { user: User }) {
  return (
    <AccountScreen title="Data" lead="What we store for you, and how to export or delete it.">
      {({ storage, hasPassword }, { leave }) => (
        <YourData storage={storage}>
          <DeleteAccount user={user} hasPassword={hasPassword} onLeave={leave} />
        </YourData>
      )}
    </AccountScreen>
  )
}
