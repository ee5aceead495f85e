import { paths, type CharacterDetails } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { characterKeys } from '../character_cache.ts'

/** Copies a character into a private character of the user. Each call makes another copy. */
export const forkCharacter = (id: string) => sendJson<CharacterDetails>('POST', paths.fork(id), {})

export function useForkCharacter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: forkCharacter,
    onSuccess: () => {
      for (const queryKey of [characterKeys.lists, characterKeys.profile])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
}
