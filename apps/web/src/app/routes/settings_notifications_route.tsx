import { brand } from '#config/brand'
import type { User } from '#modules/accounts/api'
import { AccountScreen } from '#web/features/accounts/components/account_screen'
import { SettingsSection } from '#web/features/accounts/components/settings_section'
import { NotificationChoices } from '#web/features/notices/components/notification_choices'
import { DigestSettings } from '#web/features/notices/mail/digest_settings'
import { PushSettings } from '#web/features/notices/push/push_settings'

export default ({ user }: { user: User }) => (
  <AccountScreen title="Notifications" lead="What you hear of, and how.">
    {() => (
      <>
        <SettingsSection title="This device" text={`Hear of news while ${brand.name} is closed.`}>
          <PushSettings />
        </SettingsSection>
        <SettingsSection
          title="Kinds and ways"
          text="The app keeps a list for 90 days. Push reaches the devices where you turn it on. Mail comes as often as you choose below."
        >
          <NotificationChoices />
        </SettingsSection>
        <SettingsSection
          title="Mail"
          text="One mail with the number of new notifications of the kinds above, if there are any. Each has a link that stops it."
        >
          <DigestSettings isVerified={user.emailVerified} />
        </SettingsSection>
      </>
    )}
  </AccountScreen>
)
