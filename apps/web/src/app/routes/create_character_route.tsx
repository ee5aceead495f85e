import type { User } from '#modules/accounts/api'
import type { ModelTier } from '#modules/chat/api'
import { listModels } from '#modules/chat/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { currentUserQuery } from '#web/features/accounts/current_user'
import { CreateCharacterScreen } from '#web/features/gallery/screens/create_character_screen'
import { callQuery } from '#web/lib/api_client'
import { screens } from '#web/screens'
import { DrawSheet } from './draw_sheet.tsx'

const noTiers: readonly ModelTier[] = []

export default function CreateCharacterRoute({ user }: { user: User }) {
  const [query] = useSearchParams()
  const [avatar] = useState(() => query.get('avatar') ?? '')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: tiers = noTiers } = useQuery(callQuery(listModels))
  const forgetAvatar = useCallback(
    () => void navigate(screens.createCharacter.path, { replace: true, preventScrollReset: true }),
    [navigate]
  )
  return (
    <CreateCharacterScreen
      userId={user.id}
      author={user}
      tiers={tiers}
      drawSheet={(props) => <DrawSheet userId={user.id} {...props} />}
      avatar={avatar}
      onAvatarTaken={forgetAvatar}
      onCreated={({ id }) => {
        // The user carries the number of created characters.
        void queryClient.refetchQueries(currentUserQuery())
        navigate(screens.character.href({ characterId: id }))
      }}
    />
  )
}
