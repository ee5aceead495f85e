import { paths, type AdminDebt } from '#modules/admin/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '../../../lib/api_client.ts'
import { nextPage } from '../../../lib/next_page.ts'

export const debtsShown = 20

interface Debts {
  debts: AdminDebt[]
  hasMore: boolean
}

/** The largest ones. */
export async function listDebts(signal?: AbortSignal): Promise<Debts> {
  const response = await send('GET', `${paths.debts}?limit=${debtsShown}`, { signal })
  return {
    debts: (await response.json()) as AdminDebt[],
    hasMore: nextPage(response.headers.get('Link')) !== null,
  }
}

export const listDebtsQueryOptions = () =>
  queryOptions({ queryKey: [paths.debts], queryFn: ({ signal }) => listDebts(signal), gcTime: 0 })

export const useDebts = () => useQuery(listDebtsQueryOptions())
