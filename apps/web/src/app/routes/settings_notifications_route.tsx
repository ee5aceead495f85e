import { AccountScreen } from '#web/features/accounts/components/account_screen'
import { SettingsSection } from '#web/features/accounts/components/settings_section'
import { NotificationChoices } from '#web/features/notices/components/notification_choices'

export default () => (
  <AccountScreen title="Notifications" lead="What you hear of, and how.">
    {() => (
      <SettingsSection
        title="Kinds and ways"
        text="The app keeps a list for 90 days. Push reaches the devices where you turn it on."
      >
        <NotificationChoices />
      </SettingsSection>
    )}
  </AccountScreen>
)
