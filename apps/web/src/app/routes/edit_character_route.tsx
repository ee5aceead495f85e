import type { User } from '#modules/accounts/api'
import { useParams } from 'react-router-dom'
import { useCurrentUser } from '#web/features/accounts/current_user'
import { EditCharacterScreen } from '#web/features/gallery/screens/edit_character_screen'
import { DrawSheet } from './draw_sheet.tsx'

export default function EditCharacterRoute({ user }: { user: User }) {
  const { characterId: id = '' } = useParams()
  const { data: currentUser } = useCurrentUser()
  return (
    <EditCharacterScreen
      key={id}
      characterId={id}
      author={user}
      drawSheet={(props) => <DrawSheet userId={user.id} {...props} />}
      isSignedOut={currentUser === null}
    />
  )
}
