import type { User } from '#modules/accounts/api'
import { CreateCharacterScreen } from '#web/features/gallery/screens/create_character_screen'
import { DrawSheet } from './draw_sheet.tsx'

export default function CreateCharacterRoute({ user }: { user: User }) {
  return <CreateCharacterScreen author={user} drawSheet={(props) => <DrawSheet userId={user.id} {...props} />} />
}
