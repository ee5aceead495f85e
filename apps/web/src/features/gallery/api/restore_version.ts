import { paths, type CharacterDetails } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

/** Creates a new version with the texts of an earlier version. */
export const restoreVersion = (id: string, number: number) =>
  sendJson<CharacterDetails>('POST', paths.restoreVersion(id, number), {})

/** Restores a version and invalidates all queries, because characters appear all over the app. */
export function useRestoreVersion(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (number: number) => restoreVersion(id, number),
    onSuccess: () => queryClient.invalidateQueries(),
  })
}
