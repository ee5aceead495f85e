import { paths, type CharacterDetails, type CharacterDraft, type CharacterParts } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

export type NewCharacter = Omit<CharacterDraft, 'greeting'> & Partial<CharacterParts>

export const createCharacter = (character: NewCharacter) =>
  sendJson<CharacterDetails>('POST', paths.characters, character)

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
