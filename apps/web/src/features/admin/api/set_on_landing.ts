import { paths } from '#modules/admin/api'
import type { AdminCharacter } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { cacheCharacter } from '../all_characters_cache.ts'

export const setOnLanding = ({ id, shown }: { id: string; shown: boolean }) =>
  sendJson<AdminCharacter>('PUT', paths.landing(id), { shown })

export function useSetOnLanding() {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: setOnLanding, onSuccess: (character) => cacheCharacter(queryClient, character) })
}
