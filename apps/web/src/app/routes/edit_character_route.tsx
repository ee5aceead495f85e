import type { User } from '#modules/accounts/api'
import type { ModelTier } from '#modules/chat/api'
import { listModels } from '#modules/chat/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { currentUserQuery, useCurrentUser } from '#web/features/accounts/current_user'
import { EditCharacterScreen } from '#web/features/gallery/screens/edit_character_screen'
import { callQuery } from '#web/lib/api_client'
import { screens } from '#web/screens'
import { DrawSheet } from './draw_sheet.tsx'

const noTiers: readonly ModelTier[] = []

export default function EditCharacterRoute({ user }: { user: User }) {
  const { characterId: id = '' } = useParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: tiers = noTiers } = useQuery(callQuery(listModels))
  const { data: currentUser } = useCurrentUser()
  const refetchUser = useCallback(() => void queryClient.refetchQueries(currentUserQuery()), [queryClient])
  return (
    <EditCharacterScreen
      key={id}
      characterId={id}
      userId={user.id}
      author={user}
      tiers={tiers}
      drawSheet={(props) => <DrawSheet userId={user.id} {...props} />}
      isSignedOut={currentUser === null}
      onMissing={refetchUser}
      onSaved={() => void navigate(screens.character.href({ characterId: id }))}
      onDeleted={() => void navigate(screens.gallery.path)}
      onDenied={() => void navigate(screens.gallery.path)}
    />
  )
}
