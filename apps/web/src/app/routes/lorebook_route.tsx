import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { useChats } from '#web/features/chat/chat_lists'
import { LorebookScreen } from '#web/features/lore/screens/lorebook_screen'
import { screens } from '#web/screens'

/** The newest chats, to test a lorebook on. */
const chatsMax = 50

export default function LorebookRoute() {
  const { lorebookId = '' } = useParams()
  const navigate = useNavigate()
  const [needsChats, setNeedsChats] = useState(false)
  const { data } = useChats({ limit: chatsMax, enabled: needsChats })
  return (
    <LorebookScreen
      key={lorebookId}
      lorebookId={lorebookId}
      onDeleted={() => void navigate(screens.lorebooks.path, { replace: true })}
      chats={data?.map(({ id, title, character }) => {
        const name = character?.name ?? 'Deleted Character'
        return { sessionId: id, label: title === null ? name : `${name}: ${title}` }
      })}
      onChatsNeeded={() => setNeedsChats(true)}
    />
  )
}
