import { paths, type AdminUser, type RubyAdjustmentAnswer, type RubyAdjustmentBody } from '#modules/admin/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { afterAdjustment } from '../after_adjustment.ts'
import { invalidateFigures, cacheUser } from '../user_cache.ts'

export interface RubyAdjustment extends RubyAdjustmentBody {
  user: Pick<AdminUser, 'id' | 'rubies' | 'debt'>
}

export const adjustRubies = ({ user, ...body }: RubyAdjustment) =>
  sendJson<RubyAdjustmentAnswer>('POST', paths.rubies(user.id), body)

export function useAdjustRubies() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: adjustRubies,
    onSuccess: ({ rubies }, { user, amount }) => {
      cacheUser(queryClient, { id: user.id, rubies, debt: afterAdjustment(user, amount).debt })
      invalidateFigures(queryClient)
    },
  })
}
