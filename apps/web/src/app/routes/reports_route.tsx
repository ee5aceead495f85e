import type { User } from '#modules/accounts/api'
import { ReauthenticationDialog } from '#web/features/accounts/components/reauthentication_dialog'
import { useSettings } from '#web/features/accounts/settings'
import { AdminNav } from '#web/features/admin/components/admin_nav'
import { QueueScreen } from '#web/features/moderation/screens/queue_screen'
import { screens } from '#web/screens'
import { behindSecondFactor } from './second_factor_gate.tsx'

function ReportsRoute({ user }: { user: User }) {
  const settings = useSettings()
  return (
    <>
      <QueueScreen selfId={user.id} nav={user.isAdmin && <AdminNav current={screens.adminReports.path} />} />
      {settings.data && <ReauthenticationDialog settings={settings.data} />}
    </>
  )
}

export default behindSecondFactor(ReportsRoute)
