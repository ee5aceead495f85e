import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { currentUserQuery } from '#web/features/accounts/current_user'
import { ImportScreen } from '#web/features/cards/screens/import_screen'

export default function ImportRoute() {
  const queryClient = useQueryClient()
  // The user carries the number of created characters.
  const refreshUser = useCallback(() => void queryClient.refetchQueries(currentUserQuery()), [queryClient])
  return <ImportScreen onImported={refreshUser} />
}
