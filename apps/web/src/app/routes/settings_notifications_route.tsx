import { brand } from '#config/brand'
import { AccountScreen } from '#web/features/accounts/components/account_screen'
import { SettingsSection } from '#web/features/accounts/components/settings_section'
import { NotificationChoices } from '#web/features/notices/components/notification_choices'
import { PushSettings } from '#web/features/notices/push/push_settings'

export default () => (
  <AccountScreen title="Notifications" lead="What you hear of, and how.">
    {() => (
      <>
        <SettingsSection title="This device" text={`Hear of news while ${brand.name} is closed.`}>
          <PushSettings />
        </SettingsSection>
        <SettingsSection
          title="Kinds and ways"
          text="The app keeps a list for 90 days. Push reaches the devices where you turn it on."
        >
          <NotificationChoices />
        </SettingsSection>
      </>
    )}
  </AccountScreen>
)
