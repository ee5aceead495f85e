import { defaultReading, paths, type Reading, type User } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { reportFailure } from '../reply/report_failure.ts'

/**
 * Shows a change at once and saves it; null resets all. Changes are sent one after the other. After a failure, the saved settings come back.
 */
export function useChangeReading(): (change: Partial<Reading> | null) => void {
  const queryClient = useQueryClient()
  const queryKey = [paths.currentUser]
  const show = (reading: Reading | null) =>
    queryClient.setQueryData<User | null>(queryKey, (user) => user && { ...user, reading })
  const { mutate } = useMutation({
    scope: { id: 'user' },
    mutationFn: (reading: Reading | null) => sendJson<User>('PUT', paths.settings, { reading }),
    onMutate: async (reading) => {
      await queryClient.cancelQueries({ queryKey })
      // Cancelling a read restores what was there before it.
      show(reading)
    },
    onError: (error) => {
      reportFailure(error, 'Failed to save the reading settings')
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (change) => {
    // From the cache: the screen may not show the change before this one yet.
    const saved = queryClient.getQueryData<User | null>(queryKey)?.reading ?? defaultReading
    const reading = change && { ...saved, ...change }
    show(reading)
    mutate(reading)
  }
}
