import { paths, type RubyTransaction } from '#modules/economy/api'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getPage, type Page } from '../../../lib/get_page.ts'

const pageSize = 50

/** Newest first. */
export const listTransactions = (address: string, signal?: AbortSignal) => getPage<RubyTransaction>(address, signal)

/** Every reply adds to it, so whoever opens it asks anew. */
export const listTransactionsQueryOptions = () =>
  infiniteQueryOptions({
    queryKey: [paths.transactions],
    queryFn: ({ pageParam, signal }) => listTransactions(pageParam, signal),
    initialPageParam: `${paths.transactions}?limit=${pageSize}`,
    getNextPageParam: (last: Page<RubyTransaction>) => last.next,
    // What was read before belongs to another moment: its pages would be asked for again, one after another.
    gcTime: 0,
  })

export const useTransactions = () => useInfiniteQuery(listTransactionsQueryOptions())
