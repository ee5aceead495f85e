import { ReauthenticationDialog } from '#web/features/accounts/components/reauthentication_dialog'
import { useSettings } from '#web/features/accounts/settings'
import { ControlRoomScreen } from '#web/features/admin/screens/control_room_screen'
import { behindSecondFactor } from './second_factor_gate.tsx'

export default behindSecondFactor(function ControlRoomRoute() {
  const { data: settings } = useSettings()
  return (
    <>
      <ControlRoomScreen />
      {settings && <ReauthenticationDialog settings={settings} />}
    </>
  )
})
