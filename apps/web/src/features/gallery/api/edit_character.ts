import { paths, type Character, type CharacterDraft } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'

/** Only what is to change: the server leaves the rest, so two who edit at once don't undo each other. */
export type CharacterChanges = Partial<Omit<CharacterDraft, 'greeting'>>

export const editCharacter = (id: string, changes: CharacterChanges) =>
  sendJson<Character>('PUT', paths.character(id), changes)

/** A character is shown all over the app, in chats too: everything that was read is read again where it is needed. */
export function useEditCharacter(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changes: CharacterChanges) => editCharacter(id, changes),
    onSuccess: () => void queryClient.invalidateQueries(),
  })
}
