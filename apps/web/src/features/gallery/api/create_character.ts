import { paths, type Character, type CharacterDraft } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

export type NewCharacter = Omit<CharacterDraft, 'greeting'>

export const createCharacter = (character: NewCharacter) => sendJson<Character>('POST', paths.characters, character)

export function useCreateCharacter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createCharacter,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [paths.characters] })
      void queryClient.invalidateQueries({ queryKey: [paths.tags] })
    },
  })
}
