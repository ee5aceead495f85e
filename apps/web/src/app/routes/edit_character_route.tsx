import type { User } from '#modules/accounts/api'
import type { ModelTier } from '#modules/chat/api'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { getCurrentUserQueryOptions, useCurrentUser } from '../../features/accounts/api/get_current_user.ts'
import { useModels } from '../../features/chat/api/list_models.ts'
import { EditCharacterScreen } from '../../features/gallery/screens/edit_character_screen.tsx'
import { userName } from '../../lib/fill_macros.ts'
import { characterAddress } from '../layouts/destinations.ts'

const noTiers: readonly ModelTier[] = []

export function EditCharacterRoute({ user }: { user: User }) {
  const { characterId: id = '' } = useParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: tiers = noTiers } = useModels()
  const { data: present } = useCurrentUser()
  const lookWhoIsThere = useCallback(() => void queryClient.refetchQueries(getCurrentUserQueryOptions()), [queryClient])
  return (
    <EditCharacterScreen
      key={id}
      characterId={id}
      userId={user.id}
      userName={userName(user)}
      tiers={tiers}
      isSignedOut={present === null}
      onMissing={lookWhoIsThere}
      backAddress={characterAddress(id)}
      onSaved={() => void navigate(characterAddress(id))}
      onDeleted={() => void navigate('/')}
      onDenied={() => void navigate('/')}
    />
  )
}
