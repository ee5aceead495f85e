import { paths, type ChatCharacterVersion } from '#modules/chat/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { versionPath, type VersionTarget } from './compare_version.ts'

/** Updates a chat to the newest version of its character. Safe to repeat. */
export const updateVersion = (place: VersionTarget) => sendJson<ChatCharacterVersion>('POST', versionPath(place), {})

export function useUpdateVersion(place: VersionTarget) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => updateVersion(place),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [paths.context(place.sessionId)] }),
  })
}
