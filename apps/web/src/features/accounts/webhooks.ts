import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  pingWebhook,
  replayDelivery,
  rotateWebhookSecret,
} from '#modules/access/calls'
import type { QueryClient } from '@tanstack/react-query'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { pagesQuery } from '#web/lib/get_page'
import { useProvenCall } from '#web/lib/reauthentication'
import { useCall } from '#web/lib/use_call'

/** Not cached while unused: events are sent at any time. */
const webhooksQuery = () => ({ ...callQuery(listWebhooks), gcTime: 0 })
const deliveriesQuery = (id: string) => ({ ...pagesQuery(listDeliveries, { params: { id }, query: {} }), gcTime: 0 })

/** While an event waits to be sent, the list is asked again this often. */
const watchMs = 2_000

export const useWebhooks = () => useQuery(webhooksQuery())

/** The events of a webhook, newest first. Followed while the newest ones wait. */
export const useDeliveries = (id: string) =>
  useInfiniteQuery({
    ...deliveriesQuery(id),
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.items.some(({ state, attempts }) => state === 'waiting' && attempts === 0) ? watchMs : false,
  })

const refreshList = (queryClient: QueryClient) => queryClient.invalidateQueries(webhooksQuery())

export const useCreateWebhook = () => useProvenCall(createWebhook, refreshList)
export const useChangeWebhook = () => useProvenCall(changeWebhook, refreshList)
export const useDeleteWebhook = () => useCall(deleteWebhook, refreshList)
export const useRotateWebhookSecret = () => useProvenCall(rotateWebhookSecret)

export const usePingWebhook = (id: string) =>
  useCall(pingWebhook, (queryClient) => queryClient.invalidateQueries(deliveriesQuery(id)))
export const useReplayDelivery = (id: string) =>
  useCall(replayDelivery, (queryClient) => queryClient.invalidateQueries(deliveriesQuery(id)))
