import { paths, type GeneratedCharacterImage } from '#modules/admin/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#web/lib/api_client'
import { cacheCharacter } from '../all_characters_cache.ts'

interface CharacterImageRequest {
  characterId: string
  prompt: string
  signal: AbortSignal
}

export async function generateCharacterImage({ characterId, prompt, signal }: CharacterImageRequest) {
  const response = await send('POST', paths.generateCharacterImage, { body: { characterId, prompt }, signal })
  return (await response.json()) as GeneratedCharacterImage
}

/** Generates an image and sets it as the character's avatar. */
export function useGenerateCharacterImage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: generateCharacterImage,
    onSuccess: ({ character }) => cacheCharacter(queryClient, character),
  })
}
