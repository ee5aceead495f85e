import { getCurrentUser } from '#modules/accounts/calls'
import { addressOf } from '#modules/kernel/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Returns a stable function that reads the user again, with the balance and the number of created characters. */
export function useRefreshUser(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => void queryClient.refetchQueries({ queryKey: [addressOf(getCurrentUser)] }), [queryClient])
}
