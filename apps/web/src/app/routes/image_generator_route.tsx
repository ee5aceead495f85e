import type { User } from '#modules/accounts/api'
import { ImageGeneratorScreen } from '../../features/imagegen/screens/image_generator_screen.tsx'
import { createCharacter, hasScreen } from '../layouts/destinations.ts'

export function ImageGeneratorRoute({ user }: { user: User }) {
  return (
    <ImageGeneratorScreen userId={user.id} createAddress={hasScreen(createCharacter) ? createCharacter.to : null} />
  )
}
