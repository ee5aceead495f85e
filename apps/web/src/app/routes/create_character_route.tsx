import type { User } from '#modules/accounts/api'
import type { ModelTier } from '#modules/chat/api'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { getCurrentUserQueryOptions } from '../../features/accounts/api/get_current_user.ts'
import { useModels } from '../../features/chat/api/list_models.ts'
import { CreateCharacterScreen } from '../../features/gallery/screens/create_character_screen.tsx'
import { userName } from '../../lib/fill_macros.ts'
import { characterAddress, createCharacter } from '../layouts/destinations.ts'
import { isKnownPath } from '../router/known_paths.ts'

const generator = '/ai-image-generator'

const noTiers: readonly ModelTier[] = []

export function CreateCharacterRoute({ user }: { user: User }) {
  const [query] = useSearchParams()
  const [avatar] = useState(() => query.get('avatar') ?? '')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: tiers = noTiers } = useModels()
  const forgetAvatar = useCallback(
    () => void navigate(createCharacter.to, { replace: true, preventScrollReset: true }),
    [navigate]
  )
  return (
    <CreateCharacterScreen
      userId={user.id}
      userName={userName(user)}
      tiers={tiers}
      avatar={avatar}
      onAvatarTaken={forgetAvatar}
      generatorAddress={isKnownPath(generator) ? generator : null}
      onCreated={({ id }) => {
        // How many characters one has made is counted there.
        void queryClient.refetchQueries(getCurrentUserQueryOptions())
        navigate(characterAddress(id))
      }}
    />
  )
}
