import type { User } from '#modules/accounts/api'
import type { ReactNode } from 'react'
import { AccountScreen } from '../components/account_screen.tsx'
import { AdultContent } from '../components/adult_content.tsx'
import { DeleteAccount } from '../components/delete_account.tsx'
import { LinkedSignIns } from '../components/linked_sign_ins.tsx'
import { PasswordForm } from '../components/password_form.tsx'
import { ReplyStyle } from '../components/reply_style.tsx'
import { SettingSwitch } from '../components/setting_switch.tsx'
import { SettingsSection } from '../components/settings_section.tsx'
import { SignOutEverywhere } from '../components/sign_out_everywhere.tsx'
import { TwoStepSignIn } from '../components/two_step_sign_in.tsx'
import { YourData } from '../components/your_data.tsx'

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

/** `hidden` lists what the user hides and blocks. */
export function ContentScreen({ hidden }: { hidden: ReactNode }) {
  return (
    <AccountScreen title="Content and replies" lead="What you see, and how characters answer.">
      {({ sampling, asksBeforeNewModels = false, ...settings }) => (
        <>
          <AdultContent {...settings} />
          <ReplyStyle sampling={sampling} />
          <SettingSwitch
            setting="asksBeforeNewModels"
            isOn={asksBeforeNewModels}
            title="New models"
            text="A chat tells you once when another model answers for the same name."
            label="Ask before another model answers"
            hint="The chat asks before it sends your next message to the new model."
          />
          <SettingsSection
            title="Hidden and blocked"
            text="Hidden characters and creators aren’t in your lists. You and a blocked person can’t comment to each other."
          >
            {hidden}
          </SettingsSection>
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
