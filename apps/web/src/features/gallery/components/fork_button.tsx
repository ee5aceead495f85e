import type { CharacterDetails } from '#modules/gallery/api'
import GitFork from 'lucide-react/icons/git-fork'
import { Button } from '#web/components/ui/button'
import { toast, attempt } from '#web/lib/toasts'
import { useForkCharacter } from '../authoring.ts'

interface ForkButtonProps {
  character: CharacterDetails
  onForked: (fork: CharacterDetails) => void
}

/** A button that copies the character for the viewer. */
export function ForkButton({ character, onForked }: ForkButtonProps) {
  const fork = useForkCharacter()
  const copy = () =>
    attempt('Failed to fork the character', async () => {
      const copy = await fork.mutateAsync(character.id)
      toast('Forked', `${copy.name} is yours now. Only you can see it until you publish it.`)
      onForked(copy)
    })
  return (
    <Button
      size="l"
      className="px-5! max-sm:grow lg:basis-full"
      title="Make a copy of your own that you can change"
      isLoading={fork.isPending}
      onClick={() => void copy()}
    >
      <GitFork aria-hidden className="size-4.5 shrink-0" />
      Fork
    </Button>
  )
}
