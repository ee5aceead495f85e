import type { User } from '#modules/accounts/api'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { getCurrentUserQueryOptions } from '#web/features/accounts/api/get_current_user'
import { useModels } from '#web/features/chat/api/list_models'
import { ShopScreen } from '#web/features/economy/screens/shop_screen'

export default function ShopRoute({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const refreshBalance = useCallback(() => void queryClient.refetchQueries(getCurrentUserQueryOptions()), [queryClient])
  const models = useModels()
  return <ShopScreen user={user} models={models} onBalanceChanged={refreshBalance} />
}
