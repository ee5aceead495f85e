import { useNavigate } from 'react-router-dom'
import { LorebooksScreen } from '#web/features/lore/screens/lorebooks_screen'
import { screens } from '#web/screens'

const addressOf = (lorebookId: string) => screens.lorebook.href({ lorebookId })

export default function LorebooksRoute() {
  const navigate = useNavigate()
  return <LorebooksScreen addressOf={addressOf} onCreated={(id) => void navigate(addressOf(id))} />
}
