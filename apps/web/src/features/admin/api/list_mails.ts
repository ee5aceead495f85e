import { limits, paths, type AdminMail } from '#modules/admin/api'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getPage, type Page } from '#web/lib/get_page'
import { searchAddress } from '../search_address.ts'

/** Newest first. */
export const listMails = (address: string, signal?: AbortSignal) => getPage<AdminMail>(address, signal)

/** Fetched whenever it is opened. */
export const listMailsQueryOptions = () =>
  infiniteQueryOptions({
    queryKey: [paths.mails],
    queryFn: ({ pageParam, signal }) => listMails(pageParam, signal),
    initialPageParam: searchAddress(paths.mails, { q: '', limit: limits.mailsDefault }),
    getNextPageParam: (last: Page<AdminMail>) => last.next,
    gcTime: 0,
  })

export const useMails = () => useInfiniteQuery(listMailsQueryOptions())
