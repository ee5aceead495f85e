import { paths, type AdminDebt } from '#modules/admin/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getPage } from '#web/lib/get_page'

export const debtsShown = 20

/** Largest first. */
export const listDebts = (signal?: AbortSignal) => getPage<AdminDebt>(`${paths.debts}?limit=${debtsShown}`, signal)

export const listDebtsQueryOptions = () =>
  queryOptions({ queryKey: [paths.debts], queryFn: ({ signal }) => listDebts(signal), gcTime: 0 })

export const useDebts = () => useQuery(listDebtsQueryOptions())
