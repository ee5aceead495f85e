import { paths } from '#modules/admin/api'
import type { Character } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { cacheCharacter } from '../all_characters_cache.ts'

export const setFirstMessage = ({ id, firstMessage }: { id: string; firstMessage: string }) =>
  sendJson<Character>('PUT', paths.firstMessage(id), { firstMessage })

export function useSetFirstMessage() {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: setFirstMessage, onSuccess: (character) => cacheCharacter(queryClient, character) })
}
