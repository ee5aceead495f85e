import type { User } from '#modules/accounts/api'
import { ImageGeneratorScreen } from '../../features/imagegen/screens/image_generator_screen.tsx'
import { screens } from '../../screens.ts'

export default function ImageGeneratorRoute({ user }: { user: User }) {
  return <ImageGeneratorScreen userId={user.id} createAddress={screens.createCharacter.path} />
}
