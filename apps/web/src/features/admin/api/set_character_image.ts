import { paths } from '#modules/admin/api'
import type { Character } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { cacheCharacter } from '../all_characters_cache.ts'

export const setCharacterImage = ({ id, imageUrl }: { id: string; imageUrl: string }) =>
  sendJson<Character>('PUT', paths.characterImage(id), { imageUrl })

export function useSetCharacterImage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: setCharacterImage,
    onSuccess: (character) => cacheCharacter(queryClient, character),
  })
}
