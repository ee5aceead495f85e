import type { CharacterSummary } from '#modules/gallery/api'
import { toggleLike } from '#modules/gallery/calls'
import { addressOf } from '#modules/kernel/calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'
import { updateCachedCharacter, characterKeys } from './character_cache.ts'

const toggled = ({ liked, likes }: Pick<CharacterSummary, 'liked' | 'likes'>) => ({
  liked: !liked,
  likes: Math.max(0, likes + (liked ? -1 : 1)),
})

/**
 * Toggles a like optimistically in all cached queries. Quick clicks are sent one after the other, and only the response
 * to the last click is shown.
 */
export function useToggleLike(id: string) {
  const queryClient = useQueryClient()
  const input = { params: { id } }
  const address = addressOf(toggleLike, input)
  const mutationKey = [address]
  const toggle = () => updateCachedCharacter(queryClient, id, toggled)
  return useMutation({
    mutationKey,
    scope: { id: address },
    mutationFn: () => callServer(toggleLike, input),
    onMutate: toggle,
    onSuccess: (answer) => {
      if (queryClient.isMutating({ mutationKey }) === 1) updateCachedCharacter(queryClient, id, () => answer)
    },
    onError: () => {
      toggle()
      // The like may have been saved although the response was lost.
      void queryClient.invalidateQueries({ queryKey: characterKeys.detail(id) })
    },
  })
}
