import type { CharacterDetails } from '#modules/gallery/api'
import GitFork from 'lucide-react/icons/git-fork'
import { useNavigate } from 'react-router-dom'
import { Button } from '#web/components/ui/button'
import { toast, attempt } from '#web/lib/toasts'
import { screens } from '#web/screens'
import { useForkCharacter } from '../authoring.ts'

/** A button that copies the character for the viewer, who then edits the copy. */
export function ForkButton({ character }: { character: CharacterDetails }) {
  const navigate = useNavigate()
  const fork = useForkCharacter()
  const copy = () =>
    attempt('Failed to fork the character', async () => {
      const copy = await fork.mutateAsync({ params: { id: character.id } })
      toast('Forked', `${copy.name} is yours now. Only you can see it until you publish it.`)
      void navigate(screens.editCharacter.href({ characterId: copy.id }))
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
