import { defaultReadingPreferences, type ReadingPreferences, type User } from '#modules/accounts/api'
import { changeSettings, getCurrentUser } from '#modules/accounts/calls'
import { addressOf } from '#modules/kernel/calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'
import { reportFailure } from './reply/report_failure.ts'

/**
 * Shows a change at once and saves it. Null resets all settings. Changes are sent one after the other. After a failure, reads the saved
 * settings again.
 */
export function useChangeReading(): (change: Partial<ReadingPreferences> | null) => void {
  const queryClient = useQueryClient()
  const queryKey = [addressOf(getCurrentUser)]
  const show = (reading: ReadingPreferences | null) =>
    queryClient.setQueryData<User | null>(queryKey, (user) => user && { ...user, reading })
  const { mutate } = useMutation({
    scope: { id: 'user' },
    mutationFn: (reading: ReadingPreferences | null) => callServer(changeSettings, { body: { reading } }),
    onMutate: async (reading) => {
      await queryClient.cancelQueries({ queryKey })
      // Canceling a read restores the settings from before it, so the change must be shown again.
      show(reading)
    },
    onError: (error) => {
      reportFailure(error, 'Failed to save the reading settings')
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (change) => {
    // Reads from the cache, because the screen may not show the previous change yet.
    const saved = queryClient.getQueryData<User | null>(queryKey)?.reading ?? defaultReadingPreferences
    const reading = change && { ...saved, ...change }
    show(reading)
    mutate(reading)
  }
}
