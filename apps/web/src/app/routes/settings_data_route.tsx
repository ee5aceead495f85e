import type { User } from '#modules/accounts/api'
import { DataScreen } from '#web/features/accounts/screens/account_screens'

export default function SettingsDataRoute({ user }: { user: User }) {
  return <DataScreen user={user} />
}
