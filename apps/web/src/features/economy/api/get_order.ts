import { paths, type RubyOrder } from '#modules/economy/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isStatus } from '#web/lib/api_error'
import { getJson } from '#web/lib/api_client'

/** Polling: often at first, then rarely, for about as long as a checkout stays payable. */
const fastPolling = { everyMs: 2_000, times: 30 }
const slowPolling = { everyMs: 10_000, times: 400 }

/** The id may come from the URL, so it is not trusted. */
export const getOrder = (orderId: string, signal?: AbortSignal) =>
  getJson<RubyOrder>(paths.order(encodeURIComponent(orderId)), signal)

/** Polled until the order is settled; also refetched when the window regains focus after paying. */
export const getOrderQueryOptions = (orderId: string) =>
  queryOptions({
    queryKey: [paths.order(orderId)],
    queryFn: ({ signal }) => getOrder(orderId, signal),
    enabled: orderId !== '',
    staleTime: 0,
    refetchOnWindowFocus: ({ state }) => isUnsettled(state.data),
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) => {
      const attempts = dataUpdateCount + errorUpdateCount
      if (!isUnsettled(data) || attempts > slowPolling.times || isStatus(error, 404) || isStatus(error, 401))
        return false
      return attempts < fastPolling.times ? fastPolling.everyMs : slowPolling.everyMs
    },
  })

export const useOrder = (orderId: string) => useQuery(getOrderQueryOptions(orderId))

const isUnsettled = (order: RubyOrder | undefined) =>
  order === undefined || order.state === 'open' || order.state === 'pending'
