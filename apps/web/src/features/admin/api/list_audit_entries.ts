import { paths, type AdminActRow } from '#modules/admin/api'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getPage, type Page } from '#web/lib/get_page'
import { searchAddress } from '../search_address.ts'

const pageSize = 50

/** Newest first. */
export const listAuditEntries = (address: string, signal?: AbortSignal) => getPage<AdminActRow>(address, signal)

/** Every action adds an entry, so the list is fetched whenever it is opened. */
export const listAuditEntriesQueryOptions = (q: string) =>
  infiniteQueryOptions({
    queryKey: [paths.acts, { q }],
    queryFn: ({ pageParam, signal }) => listAuditEntries(pageParam, signal),
    initialPageParam: searchAddress(paths.acts, { q, limit: pageSize }),
    getNextPageParam: (last: Page<AdminActRow>) => last.next,
    gcTime: 0,
  })

export const useAuditEntries = (q: string) =>
  useInfiniteQuery({ ...listAuditEntriesQueryOptions(q), placeholderData: keepPreviousData })
