import { ReauthenticationDialog } from '#web/features/accounts/components/reauthentication_dialog'
import { useSettings } from '#web/features/accounts/settings'
import { CodesScreen } from '#web/features/admin/screens/codes_screen'
import { hasRubies } from '#web/lib/has_rubies'
import { NotFoundScreen } from '../router/not_found_screen.tsx'
import { behindSecondFactor } from './second_factor_gate.tsx'

export default behindSecondFactor(function CodesRoute() {
  const { data: settings } = useSettings()
  if (!hasRubies()) return <NotFoundScreen isSignedIn />
  return (
    <>
      <CodesScreen />
      {settings && <ReauthenticationDialog settings={settings} />}
    </>
  )
})
