import type { User } from '#modules/accounts/api'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { getCurrentUserQueryOptions } from '../../features/accounts/api/get_current_user.ts'
import { ShopScreen } from '../../features/economy/screens/shop_screen.tsx'

export default function ShopRoute({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const refreshBalance = useCallback(() => void queryClient.refetchQueries(getCurrentUserQueryOptions()), [queryClient])
  return <ShopScreen user={user} onBalanceChanged={refreshBalance} />
}
