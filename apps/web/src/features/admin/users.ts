import type { AdminUser, RubyAdjustmentBody } from '#modules/admin/api'
import { adjustRubies, disableUser, listUsers } from '#modules/admin/calls'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'
import { pagesQuery } from '#web/lib/get_page'
import { afterAdjustment } from './after_adjustment.ts'
import { cacheUser, invalidateFigures } from './user_cache.ts'

/** Matches name, e-mail or username; `q` is empty for all. Not cached while unused, because users change. */
export const useUsers = ({ q, limit }: { q: string; limit: number }, isWanted = true) =>
  useInfiniteQuery({
    ...pagesQuery(listUsers, { query: { limit, q: q || undefined } }),
    gcTime: 0,
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })

export function useSetDisabled() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, disabled }: { userId: string; disabled: boolean }) =>
      callServer(disableUser, { params: { userId }, body: { disabled } }),
    onSuccess: (user) => {
      cacheUser(queryClient, user)
      invalidateFigures(queryClient)
    },
  })
}

interface RubyAdjustment extends RubyAdjustmentBody {
  user: Pick<AdminUser, 'id' | 'rubies' | 'debt'>
}

export function useAdjustRubies() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ user, ...body }: RubyAdjustment) => callServer(adjustRubies, { params: { userId: user.id }, body }),
    onSuccess: ({ rubies }, { user, amount }) => {
      cacheUser(queryClient, { id: user.id, rubies, debt: afterAdjustment(user, amount).debt })
      invalidateFigures(queryClient)
    },
  })
}
