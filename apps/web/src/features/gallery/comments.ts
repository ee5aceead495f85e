import type { Comment, CommentSort } from '#modules/gallery/api'
import { editComment, listComments, postComment, removeComment, restoreComment } from '#modules/gallery/calls'
import { addressOf } from '#modules/kernel/calls'
import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { changeItems, pagesQuery, type Page } from '#web/lib/get_page'
import { toastFailure, toastUndo } from '#web/lib/toasts'

/** Which comments of a character: those that are no replies in an order, or the replies to one. */
export type CommentsOf = ({ sort: CommentSort } | { parent: string }) & {
  /** A comment of the list that is shown first if it isn't among the first ones. */
  linked?: string
}

/** Always stale, because other users also comment. */
const commentsQuery = (characterId: string, of: CommentsOf) => ({
  ...pagesQuery(listComments, { params: { id: characterId }, query: { limit: 20, ...of } }),
  staleTime: 0,
})

export const useComments = (characterId: string, of: CommentsOf) => useInfiniteQuery(commentsQuery(characterId, of))

/** Changes all cached lists of a character's comments. A response in flight may not have the change. */
async function changeLists(queryClient: QueryClient, characterId: string, change: (items: Comment[]) => Comment[]) {
  const queryKey = [addressOf(listComments, { params: { id: characterId } })]
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueriesData<InfiniteData<Page<Comment>>>({ queryKey }, (data) => changeItems(data, change))
}

/** Posts a comment on top of a list, or a reply at the end of its list. */
export function usePostComment(characterId: string, of: CommentsOf) {
  const queryClient = useQueryClient()
  const { queryKey } = commentsQuery(characterId, of)
  const parentId = 'parent' in of ? of.parent : undefined
  return useMutation({
    mutationFn: (content: string) =>
      callServer(postComment, { params: { id: characterId }, body: { content, parentId } }),
    onSuccess: async (comment) => {
      if (parentId !== undefined)
        await changeLists(queryClient, characterId, (items) =>
          items.map((each) => (each.id === parentId ? { ...each, replies: each.replies + 1 } : each))
        )
      if (!('sort' in of) || of.sort === 'old') return queryClient.invalidateQueries({ queryKey })
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

export function useEditComment(characterId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, content }: Pick<Comment, 'id' | 'content'>) =>
      callServer(editComment, { params: { id: characterId, commentId: id }, body: { content } }),
    onSuccess: ({ id, content, editedAt }) =>
      changeLists(queryClient, characterId, (items) =>
        items.map((each) => (each.id === id ? { ...each, content, editedAt } : each))
      ),
  })
}

/** Removes a comment and offers to undo the removal. */
export function useRemoveComment(characterId: string) {
  const queryClient = useQueryClient()
  const queryKey = [addressOf(listComments, { params: { id: characterId } })]
  const restore = async (commentId: string) => {
    try {
      await callServer(restoreComment, { params: { id: characterId, commentId } })
    } catch (error) {
      toastFailure('Error', sentenceOf(error, 'Couldn’t restore the comment.'))
    }
    await queryClient.invalidateQueries({ queryKey })
  }
  return useMutation({
    mutationFn: async ({ id: commentId }: Comment) => {
      try {
        await callServer(removeComment, { params: { id: characterId, commentId } })
      } catch (error) {
        // The comment was already removed elsewhere.
        if (!isStatus(error, 404)) throw error
      }
    },
    onSuccess: async (_, { id, parentId }) => {
      await changeLists(queryClient, characterId, (items) =>
        items
          .filter((each) => each.id !== id)
          .map((each) => (each.id === parentId ? { ...each, replies: each.replies - 1 } : each))
      )
      toastUndo('Comment removed', () => void restore(id))
    },
    onError: (error) => toastFailure('Error', sentenceOf(error, 'Couldn’t remove the comment.')),
  })
}
