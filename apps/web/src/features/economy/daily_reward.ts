import { checkDailyReward, claimDailyReward } from '#modules/economy/calls'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { useCall } from '#web/lib/use_call'

const pollMs = 60_000

/** Polled, because a new day may begin while the page is open. */
export const dailyRewardQuery = () => ({ ...callQuery(checkDailyReward), staleTime: pollMs, refetchInterval: pollMs })

export const useDailyReward = () => useQuery(dailyRewardQuery())

/** After any answer there is nothing to claim until the next check. */
export const useClaimDailyReward = () =>
  useCall(claimDailyReward, async (queryClient) => {
    const { queryKey } = dailyRewardQuery()
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, { canClaim: false, nextClaimAt: null })
  })
