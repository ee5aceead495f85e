import { disableUser, listUsers } from '#modules/admin/calls'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { pagesQuery } from '#web/lib/get_page'
import { useCall } from '#web/lib/use_call'
import { cacheUser, invalidateFigures } from './user_cache.ts'

/** Matches name, e-mail or username; `q` is empty for all. Not cached while unused, because users change. */
export const useUsers = ({ q, limit }: { q: string; limit: number }, isWanted = true) =>
  useInfiniteQuery({
    ...pagesQuery(listUsers, { query: { limit, q: q || undefined } }),
    gcTime: 0,
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })

export const useSetDisabled = () =>
  useCall(disableUser, (queryClient, user) => {
    cacheUser(queryClient, user)
    invalidateFigures(queryClient)
  })
