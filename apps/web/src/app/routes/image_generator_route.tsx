import type { User } from '#modules/accounts/api'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ImageGeneratorScreen } from '#web/features/imagegen/screens/image_generator_screen'

export default function ImageGeneratorRoute({ user }: { user: User }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const forgetPrompt = useCallback(
    () => void navigate({ search: '' }, { replace: true, preventScrollReset: true }),
    [navigate]
  )
  return (
    <ImageGeneratorScreen
      userId={user.id}
      suggestedPrompt={query.get('prompt') ?? ''}
      onSuggestionTaken={forgetPrompt}
    />
  )
}
