import { paths as chatPaths } from '#modules/chat/api'
import { paths } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { characterKeys, removeFromLists } from '../character_cache.ts'

export const deleteCharacter = (id: string) => sendJson<{ message: string }>('DELETE', paths.character(id))

/** Deletes a character and removes it from all lists. Its chats stay, without a character. */
export function useDeleteCharacter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: deleteCharacter,
    onSuccess: (_, id) => {
      removeFromLists(queryClient, id)
      void queryClient.invalidateQueries({ queryKey: characterKeys.detail(id), refetchType: 'none' })
      void queryClient.invalidateQueries({ queryKey: characterKeys.profile })
      void queryClient.invalidateQueries({ queryKey: [chatPaths.chats] })
    },
  })
}
