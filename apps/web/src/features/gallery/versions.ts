import { getVersion, listVersions, restoreVersion } from '#modules/gallery/calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, callServer } from '#web/lib/api_client'

export const useVersions = (id: string, isEnabled: boolean) =>
  useQuery({ ...callQuery(listVersions, { params: { id } }), staleTime: 0, enabled: isEnabled })

/** Versions never change. */
export const useVersion = (id: string, number: number) =>
  useQuery({ ...callQuery(getVersion, { params: { id, number } }), staleTime: Infinity })

/** Restores a version and invalidates all queries, because characters appear all over the app. */
export function useRestoreVersion(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (number: number) => callServer(restoreVersion, { params: { id, number } }),
    onSuccess: () => queryClient.invalidateQueries(),
  })
}
