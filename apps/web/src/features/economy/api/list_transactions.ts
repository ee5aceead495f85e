import { paths, type RubyTransaction } from '#modules/economy/api'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { send } from '../../../lib/api_client.ts'
import { nextPage } from '../../../lib/next_page.ts'

const pageSize = 50

interface TransactionPage {
  transactions: RubyTransaction[]
  next: string | null
}

/** One page, newest first; the address of the next comes with the answer. */
export async function listTransactions(address: string, signal?: AbortSignal): Promise<TransactionPage> {
  const response = await send('GET', address, { signal })
  return { transactions: (await response.json()) as RubyTransaction[], next: nextPage(response.headers.get('Link')) }
}

/** Every reply adds to it, so whoever opens it asks anew. */
export const listTransactionsQueryOptions = () =>
  infiniteQueryOptions({
    queryKey: [paths.transactions],
    queryFn: ({ pageParam, signal }) => listTransactions(pageParam, signal),
    initialPageParam: `${paths.transactions}?limit=${pageSize}`,
    getNextPageParam: (last: TransactionPage) => last.next,
    // What was read before belongs to another moment: its pages would be asked for again, one after another.
    gcTime: 0,
  })

export const useTransactions = () => useInfiniteQuery(listTransactionsQueryOptions())
