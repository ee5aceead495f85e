import { paths, type DailyRewardClaim } from '#modules/economy/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { checkDailyRewardQueryOptions } from './check_daily_reward.ts'

export const claimDailyReward = () => sendJson<DailyRewardClaim>('POST', paths.dailyRewardClaim)

/** After any answer there is nothing to claim until the next check. */
export function useClaimDailyReward() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: claimDailyReward,
    onSuccess: async () => {
      const { queryKey } = checkDailyRewardQueryOptions()
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, { canClaim: false, nextClaimAt: null })
    },
  })
}
