import { paths, type CharacterSummary } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { updateCachedCharacter, characterKeys } from '../character_cache.ts'

export const toggleLike = (id: string) => sendJson<{ liked: boolean; likes: number }>('POST', paths.like(id))

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
  const mutationKey = [paths.like(id)]
  const toggle = () => updateCachedCharacter(queryClient, id, toggled)
  return useMutation({
    mutationKey,
    scope: { id: paths.like(id) },
    mutationFn: () => toggleLike(id),
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
