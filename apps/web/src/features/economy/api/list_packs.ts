import { paths, type RubyPackOffer } from '#modules/economy/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const listPacks = (signal?: AbortSignal) => getJson<RubyPackOffer[]>(paths.packs, signal)

export const listPacksQueryOptions = () =>
  queryOptions({ queryKey: [paths.packs], queryFn: ({ signal }) => listPacks(signal) })

export const usePacks = () => useQuery(listPacksQueryOptions())
