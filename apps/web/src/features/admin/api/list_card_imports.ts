import { paths, type CardImport } from '#modules/admin/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

const pollMs = 1_500

export const listCardImports = (signal?: AbortSignal) => getJson<CardImport[]>(paths.cardImports, signal)

export const isUnfinished = ({ finishedAt }: CardImport) => finishedAt === null

/** The newest imports. Polls while one of them is unfinished. */
export const listCardImportsQueryOptions = () =>
  queryOptions({
    queryKey: [paths.cardImports],
    queryFn: ({ signal }) => listCardImports(signal),
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnfinished) ? pollMs : false),
  })

export const useCardImports = () => useQuery(listCardImportsQueryOptions())
