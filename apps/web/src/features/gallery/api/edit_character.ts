import { paths, type CharacterDetails, type WholeDraft } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

/** The changed fields of a character. Other fields are left out, so that concurrent edits don't undo each other. */
export type CharacterChanges = Partial<Omit<WholeDraft, 'greeting'>>

export const editCharacter = (id: string, changes: CharacterChanges) =>
  sendJson<CharacterDetails>('PUT', paths.character(id), changes)

/** Edits a character and invalidates all queries, because characters appear all over the app. */
export function useEditCharacter(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changes: CharacterChanges) => editCharacter(id, changes),
    onSuccess: () => void queryClient.invalidateQueries(),
  })
}
