import { paths, type Dashboard } from '#modules/admin/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

const refreshMs = 60_000

export const getDashboard = (signal?: AbortSignal) => getJson<Dashboard>(paths.dashboard, signal)

export const getDashboardQueryOptions = () =>
  queryOptions({
    queryKey: [paths.dashboard],
    queryFn: ({ signal }) => getDashboard(signal),
    gcTime: 0,
    refetchInterval: refreshMs,
  })

export const useDashboard = () => useQuery(getDashboardQueryOptions())
