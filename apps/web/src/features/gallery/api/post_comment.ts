import { paths, type Comment } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { listCommentsQueryOptions } from './list_comments.ts'

export const postComment = (characterId: string, content: string) =>
  sendJson<Comment>('POST', paths.comments(characterId), { content })

export function usePostComment(characterId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = listCommentsQueryOptions(characterId)
  return useMutation({
    mutationFn: (content: string) => postComment(characterId, content),
    onSuccess: async (comment) => {
      // A response in flight may not have the new comment.
      await queryClient.cancelQueries({ queryKey })
      const shown = queryClient.setQueryData(queryKey, (data) => {
        const [first, ...rest] = data?.pages ?? []
        if (!data || !first) return data
        return { ...data, pages: [{ ...first, items: [comment, ...first.items] }, ...rest] }
      })
      if (!shown) await queryClient.invalidateQueries({ queryKey })
    },
  })
}
