import { paths, type RubyTransaction } from '#modules/economy/api'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getPage, type Page } from '#web/lib/get_page'

const pageSize = 50

/** Newest first. */
export const listTransactions = (address: string, signal?: AbortSignal) => getPage<RubyTransaction>(address, signal)

/** Every reply adds a line, so the list is fetched whenever it is opened. */
export const listTransactionsQueryOptions = () =>
  infiniteQueryOptions({
    queryKey: [paths.transactions],
    queryFn: ({ pageParam, signal }) => listTransactions(pageParam, signal),
    initialPageParam: `${paths.transactions}?limit=${pageSize}`,
    getNextPageParam: (last: Page<RubyTransaction>) => last.next,
    // A cached list would be stale, and refetched page by page.
    gcTime: 0,
  })

export const useTransactions = () => useInfiniteQuery(listTransactionsQueryOptions())
