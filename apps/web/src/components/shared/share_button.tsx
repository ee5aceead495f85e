import type { Character } from '#modules/gallery/api'
import Share2 from 'lucide-react/icons/share-2'
import { Button, type ButtonLook, type ButtonSize } from '#web/components/ui/button'
import { shareCharacter } from './share_character.ts'

interface ShareButtonProps {
  /** It must have a share page: `isShareable`. */
  character: Pick<Character, 'id' | 'name'>
  look?: ButtonLook
  size?: ButtonSize
  className?: string
}

export function ShareButton({ character, ...rest }: ShareButtonProps) {
  return (
    <Button {...rest} onClick={() => void shareCharacter(character)}>
      <Share2 aria-hidden className="size-4.5" />
      Share
    </Button>
  )
}
