import { paths, type Comment } from '#modules/gallery/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { toast, toastFailure } from '#web/lib/toasts'
import { listCommentsQueryOptions } from './list_comments.ts'

export const removeComment = (characterId: string, commentId: string) =>
  sendJson<{ message: string }>('DELETE', paths.comment(characterId, commentId))

/** Restores a removed comment. Works for half an hour. */
export const restoreComment = (characterId: string, commentId: string) =>
  sendJson<Comment>('POST', paths.restoreComment(characterId, commentId))

/** Removes a comment and offers to undo the removal. */
export function useRemoveComment(characterId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = listCommentsQueryOptions(characterId)
  const restore = async (commentId: string) => {
    try {
      await restoreComment(characterId, commentId)
    } catch (error) {
      toastFailure('Error', sentenceOf(error, 'Couldn’t restore the comment.'))
    }
    await queryClient.invalidateQueries({ queryKey })
  }
  return useMutation({
    mutationFn: async (commentId: string) => {
      try {
        await removeComment(characterId, commentId)
      } catch (error) {
        // The comment was already removed elsewhere.
        if (!isStatus(error, 404)) throw error
      }
    },
    onSuccess: async (_, commentId) => {
      // A response in flight may still have the comment.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (data) => {
        const without = (items: Comment[]) => items.filter(({ id }) => id !== commentId)
        return data && { ...data, pages: data.pages.map((page) => ({ ...page, items: without(page.items) })) }
      })
      toast('Comment removed', undefined, { label: 'Undo', run: () => void restore(commentId) })
    },
    onError: (error) => toastFailure('Error', sentenceOf(error, 'Couldn’t remove the comment.')),
  })
}
