import { useSettings } from '../settings.ts'
import { ReauthenticationDialog } from './reauthentication_dialog.tsx'

/** The dialog for a recent proof, for screens outside of the settings. */
export function Reauthentication() {
  const { data } = useSettings()
  return data && <ReauthenticationDialog settings={data} />
}
