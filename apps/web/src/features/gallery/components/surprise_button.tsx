import { getSurprise } from '#modules/gallery/calls'
import Shuffle from 'lucide-react/icons/shuffle'
import { useNavigate } from 'react-router-dom'
import { Button } from '#web/components/ui/button'
import { isStatus } from '#web/lib/api_error'
import { toastFailure, toastError } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { screens } from '#web/screens'

/** A button that opens the page of a random character. */
export function SurpriseButton({ className }: { className?: string }) {
  const navigate = useNavigate()
  const surprise = useCall(getSurprise)
  const open = () =>
    surprise.mutate(undefined, {
      onSuccess: ({ id }) => void navigate(screens.character.href({ characterId: id })),
      onError: (error) => {
        if (isStatus(error, 404)) toastFailure('No characters found', 'Try other filters or blocked tags.')
        else toastError(error, 'Couldn’t find a character.')
      },
    })
  return (
    <Button className={className} isLoading={surprise.isPending} onClick={open}>
      <Shuffle aria-hidden className="size-4" />
      <span className="max-sm:sr-only">Surprise me</span>
    </Button>
  )
}
