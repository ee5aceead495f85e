import { ImportScreen } from '#web/features/cards/screens/import_screen'

export default function ImportRoute() {
  return <ImportScreen />
}
