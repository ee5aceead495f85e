import { listComments, postComment, removeComment, restoreComment } from '#modules/gallery/calls'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { changeItems, pagesQuery } from '#web/lib/get_page'
import { toastFailure, toastUndo } from '#web/lib/toasts'

/** Always stale, because other users also comment. */
const commentsQuery = (characterId: string) => ({
  ...pagesQuery(listComments, { params: { id: characterId }, query: { limit: 20 } }),
  staleTime: 0,
})

export const useComments = (characterId: string) => useInfiniteQuery(commentsQuery(characterId))

export function usePostComment(characterId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = commentsQuery(characterId)
  return useMutation({
    mutationFn: (content: string) => callServer(postComment, { params: { id: characterId }, body: { content } }),
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

/** Removes a comment and offers to undo the removal. */
export function useRemoveComment(characterId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = commentsQuery(characterId)
  const restore = async (commentId: string) => {
    try {
      await callServer(restoreComment, { params: { id: characterId, commentId } })
    } catch (error) {
      toastFailure('Error', sentenceOf(error, 'Couldn’t restore the comment.'))
    }
    await queryClient.invalidateQueries({ queryKey })
  }
  return useMutation({
    mutationFn: async (commentId: string) => {
      try {
        await callServer(removeComment, { params: { id: characterId, commentId } })
      } catch (error) {
        // The comment was already removed elsewhere.
        if (!isStatus(error, 404)) throw error
      }
    },
    onSuccess: async (_, commentId) => {
      // A response in flight may still have the comment.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (data) =>
        changeItems(data, (items) => items.filter(({ id }) => id !== commentId))
      )
      toastUndo('Comment removed', () => void restore(commentId))
    },
    onError: (error) => toastFailure('Error', sentenceOf(error, 'Couldn’t remove the comment.')),
  })
}
