import { paths, type AdminUser } from '#modules/admin/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { invalidateFigures, cacheUser } from '../user_cache.ts'

export const setDisabled = ({ userId, disabled }: { userId: string; disabled: boolean }) =>
  sendJson<AdminUser>('PUT', paths.disabled(userId), { disabled })

export function useSetDisabled() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: setDisabled,
    onSuccess: (user) => {
      cacheUser(queryClient, user)
      invalidateFigures(queryClient)
    },
  })
}
