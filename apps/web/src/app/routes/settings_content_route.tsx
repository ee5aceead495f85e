import { ContentScreen } from '#web/features/accounts/screens/account_screens'

export default function SettingsContentRoute() {
  return <ContentScreen />
}
