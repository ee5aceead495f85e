import { LorebooksScreen } from '#web/features/lore/screens/lorebooks_screen'

export default function LorebooksRoute() {
  return <LorebooksScreen />
}
