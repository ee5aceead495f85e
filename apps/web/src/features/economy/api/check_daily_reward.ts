import { paths, type DailyRewardCheck } from '#modules/economy/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

const pollMs = 60_000

export const checkDailyReward = (signal?: AbortSignal) => getJson<DailyRewardCheck>(paths.dailyRewardCheck, signal)

/** Polled, because a new day may begin while the page is open. */
export const checkDailyRewardQueryOptions = () =>
  queryOptions({
    queryKey: [paths.dailyRewardCheck],
    queryFn: ({ signal }) => checkDailyReward(signal),
    staleTime: pollMs,
    refetchInterval: pollMs,
  })

export const useDailyReward = () => useQuery(checkDailyRewardQueryOptions())
