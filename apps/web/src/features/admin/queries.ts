import { limits, type AdminDebt } from '#modules/admin/api'
import {
  explainModel,
  getDashboard,
  getMail,
  listActs,
  listDebts,
  listMails,
  listModelChanges,
} from '#modules/admin/calls'
import { addressOf, patternOf } from '#modules/kernel/calls'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { getPage, pagesQuery, type Page } from '#web/lib/get_page'
import { useCall } from '#web/lib/use_call'

export const useDashboard = () => useQuery({ ...callQuery(getDashboard), gcTime: 0, refetchInterval: 60_000 })

export const debtsShown = 20

/** The largest debts, and whether there are more. */
export const useDebts = () =>
  useQuery({
    queryKey: [patternOf(listDebts)],
    queryFn: ({ signal }): Promise<Page<AdminDebt>> =>
      getPage(addressOf(listDebts, { query: { limit: debtsShown } }), signal),
    gcTime: 0,
  })

/** Newest first. Fetched whenever it is opened. */
export const useMails = () =>
  useInfiniteQuery({ ...pagesQuery(listMails, { query: { limit: limits.mailsDefault } }), gcTime: 0 })

/** Each call is recorded in the audit log, so it runs once per opened mail. */
export const useMail = (id: string) => useQuery(callQuery(getMail, { params: { id } }))

/** Newest first. Every action adds an entry, so the list is fetched whenever it is opened. */
export const useAuditEntries = (q: string) =>
  useInfiniteQuery({
    ...pagesQuery(listActs, { query: { limit: 50, q: q || undefined } }),
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

const modelsQuery = () => ({ ...callQuery(listModelChanges), gcTime: 0 })

export const useTierModels = () => useQuery(modelsQuery())

export const useExplainModel = () =>
  useCall(explainModel, (queryClient, models) => queryClient.setQueryData(modelsQuery().queryKey, models))
