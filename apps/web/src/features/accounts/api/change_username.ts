import { paths, type User } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { cacheUser } from '../cache_user.ts'

export const changeUsername = (username: string) => sendJson<User>('PUT', paths.username, { username })

export function useChangeUsername() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changeUsername,
    scope: { id: 'user' },
    onSuccess: (user) => cacheUser(queryClient, user),
  })
}
