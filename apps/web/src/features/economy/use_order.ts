import type { RubyOrder } from '#modules/economy/api'
import { getOrder } from '#modules/economy/calls'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'

/** Polling: often at first, then rarely, for about as long as a checkout stays payable. */
const fastPolling = { everyMs: 2_000, times: 30 }
const slowPolling = { everyMs: 10_000, times: 400 }

/** Polled until the order is settled; also refetched when the window regains focus after paying. */
export const useOrder = (orderId: string) =>
  useQuery({
    ...callQuery(getOrder, { params: { id: orderId } }),
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

const isUnsettled = (order: RubyOrder | undefined) =>
  order === undefined || order.state === 'open' || order.state === 'pending'
