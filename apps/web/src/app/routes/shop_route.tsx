import type { User } from '#modules/accounts/api'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { getCurrentUserQueryOptions } from '#web/features/accounts/api/get_current_user'
import { useModels } from '#web/features/chat/api/list_models'
import { ShopScreen } from '#web/features/economy/screens/shop_screen'

const noTiers: string[] = []

export default function ShopRoute({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const refreshBalance = useCallback(() => void queryClient.refetchQueries(getCurrentUserQueryOptions()), [queryClient])
  const models = useModels()
  const demoTiers = models.data?.filter(({ isDemo }) => isDemo).map(({ tier }) => tier) ?? noTiers
  return <ShopScreen user={user} demoTiers={demoTiers} onBalanceChanged={refreshBalance} />
}
