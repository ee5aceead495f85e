import { paths, type CharacterSummary } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'
import { changeCharacter, characterKeys } from '../character_cache.ts'

export const toggleLike = (id: string) => sendJson<{ liked: boolean; likes: number }>('POST', paths.like(id))

const turned = ({ liked, likes }: CharacterSummary) => ({ liked: !liked, likes: Math.max(0, likes + (liked ? -1 : 1)) })

/**
 * Shown at once, wherever the character is shown, and exact once the server has answered. Presses in a row are sent one
 * after the other; only the answer to the last of them is shown.
 */
export function useToggleLike(id: string) {
  const queryClient = useQueryClient()
  const mutationKey = [paths.like(id)]
  const turn = () => changeCharacter(queryClient, id, turned)
  return useMutation({
    mutationKey,
    scope: { id: paths.like(id) },
    mutationFn: () => toggleLike(id),
    onMutate: turn,
    onSuccess: (answer) => {
      if (queryClient.isMutating({ mutationKey }) === 1) changeCharacter(queryClient, id, () => answer)
    },
    onError: () => {
      turn()
      // It may have counted all the same, with the answer lost on its way.
      void queryClient.invalidateQueries({ queryKey: characterKeys.one(id) })
    },
  })
}
