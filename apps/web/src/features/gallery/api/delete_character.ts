import { paths as chatPaths } from '#modules/chat/api'
import { paths } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'
import { characterKeys, forgetCharacter } from '../character_cache.ts'

export const deleteCharacter = (id: string) => sendJson<{ message: string }>('DELETE', paths.character(id))

/** It is gone from every list at once; the chats with it stay, and lose it. */
export function useDeleteCharacter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: deleteCharacter,
    onSuccess: (_, id) => {
      forgetCharacter(queryClient, id)
      void queryClient.invalidateQueries({ queryKey: characterKeys.one(id), refetchType: 'none' })
      void queryClient.invalidateQueries({ queryKey: [chatPaths.chats] })
    },
  })
}
