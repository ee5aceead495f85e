import { SecurityScreen } from '#web/features/accounts/screens/account_screens'

export default function SettingsSecurityRoute() {
  return <SecurityScreen />
}
