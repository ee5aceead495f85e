import type { User } from '#modules/accounts/api'
import { listModels } from '#modules/chat/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { currentUserQuery } from '#web/features/accounts/current_user'
import { ShopScreen } from '#web/features/economy/screens/shop_screen'
import { callQuery } from '#web/lib/api_client'
import { hasRubies } from '#web/lib/has_rubies'
import { NotFoundScreen } from '../router/not_found_screen.tsx'

export default function ShopRoute({ user }: { user: User }) {
  return hasRubies() ? <Shop user={user} /> : <NotFoundScreen isSignedIn />
}

function Shop({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const refreshBalance = useCallback(() => void queryClient.refetchQueries(currentUserQuery()), [queryClient])
  const models = useQuery(callQuery(listModels))
  return <ShopScreen user={user} models={models} onBalanceChanged={refreshBalance} />
}
