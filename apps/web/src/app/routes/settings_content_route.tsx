import { listModels } from '#modules/chat/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { isCharacterQuery } from '#web/components/shared/character_queries'
import { ContentScreen } from '#web/features/accounts/screens/account_screens'
import { callQuery } from '#web/lib/api_client'

export default function SettingsContentRoute() {
  const queryClient = useQueryClient()
  // Inactive queries are removed, so that no screen shows their old answers first.
  const forgetCharacters = useCallback(() => {
    queryClient.removeQueries({ predicate: isCharacterQuery, type: 'inactive' })
    void queryClient.invalidateQueries({ predicate: isCharacterQuery })
  }, [queryClient])
  return <ContentScreen onAdultContentChanged={forgetCharacters} models={useQuery(callQuery(listModels))} />
}
