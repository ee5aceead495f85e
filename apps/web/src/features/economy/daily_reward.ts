import { checkDailyReward, claimDailyReward } from '#modules/economy/calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, callServer } from '#web/lib/api_client'

const pollMs = 60_000

/** Polled, because a new day may begin while the page is open. */
export const dailyRewardQuery = () => ({ ...callQuery(checkDailyReward), staleTime: pollMs, refetchInterval: pollMs })

export const useDailyReward = () => useQuery(dailyRewardQuery())

/** After any answer there is nothing to claim until the next check. */
export function useClaimDailyReward() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => callServer(claimDailyReward),
    onSuccess: async () => {
      const { queryKey } = dailyRewardQuery()
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, { canClaim: false, nextClaimAt: null })
    },
  })
}
