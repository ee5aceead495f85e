import type { User } from '#modules/accounts/api'
import { PicturesScreen } from '#web/features/imagegen/screens/pictures_screen'

export default function PicturesRoute({ user }: { user: User }) {
  return <PicturesScreen userId={user.id} />
}
