import { Reauthentication } from '#web/features/accounts/components/reauthentication'
import { PagesScreen } from '#web/features/admin/screens/pages_screen'
import { behindSecondFactor } from './second_factor_gate.tsx'

export default behindSecondFactor(function AdminPages() {
  return (
    <>
      <PagesScreen />
      <Reauthentication />
    </>
  )
})
