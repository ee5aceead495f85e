import EyeOff from 'lucide-react/icons/eye-off'
import MessageCircleOff from 'lucide-react/icons/message-circle-off'
import { Button, ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { screens } from '#web/screens'

interface ChatUnavailableProps {
  error: unknown
  isRetrying: boolean
  onRetry: () => void
}

/** A page in place of a chat that the server didn't return. */
export function ChatUnavailable({ error, isRetrying, onRetry }: ChatUnavailableProps) {
  if (isStatus(error, 403)) {
    return (
      <EmptyState level={1} icon={<EyeOff aria-hidden />} title="Adult Content">
        <ButtonLink to={screens.settingsContent.path} look="primary">
          Enable in Settings
        </ButtonLink>
        <ButtonLink to={screens.gallery.path}>Back to the gallery</ButtonLink>
      </EmptyState>
    )
  }
  const isGone = isStatus(error, 404)
  return (
    <EmptyState
      level={1}
      icon={<MessageCircleOff aria-hidden />}
      title="Chat not found"
      text={
        isGone ? 'It may have been deleted, or the address is wrong.' : sentenceOf(error, 'Failed to fetch chat data')
      }
    >
      {!isGone && (
        <Button isLoading={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
      <ButtonLink to={screens.gallery.path} look="primary">
        Back to the gallery
      </ButtonLink>
    </EmptyState>
  )
}
