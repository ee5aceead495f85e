import { importLorebook } from '#modules/cards/calls'
import { patternOf } from '#modules/kernel/calls'
import { changeLorebook, createLorebook, deleteLorebook, getLorebook, listLorebooks } from '#modules/lore/calls'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lorebooksQuery } from '#web/components/shared/lorebook_queries'
import { callServer } from '#web/lib/api_client'
import { sendWithProgress, type ProgressOptions } from '#web/lib/send_with_progress'
import { useCall } from '#web/lib/use_call'

/** The prefix of the keys of all queries of lorebooks. */
const allBooks = [patternOf(listLorebooks)]

const lorebookQuery = (id: string) =>
  queryOptions({
    queryKey: [...allBooks, 'one', id],
    queryFn: ({ signal }) => callServer(getLorebook, { params: { id }, signal }),
    staleTime: 0,
  })

export const useLorebook = (id: string) => useQuery(lorebookQuery(id))

export const useCreateLorebook = () =>
  useCall(createLorebook, (queryClient) => void queryClient.invalidateQueries({ queryKey: allBooks }))

/** Fails with 409 if the revision of the lorebook has changed. */
export const useEditLorebook = () =>
  useCall(changeLorebook, (queryClient, saved, { params: { id } }) => {
    queryClient.setQueryData(lorebookQuery(id).queryKey, (book) => book && { ...book, ...saved })
    void queryClient.invalidateQueries({ queryKey: allBooks, refetchType: 'none' })
  })

export const useDeleteLorebook = () =>
  useCall(deleteLorebook, (queryClient, _, { params: { id } }) => {
    queryClient.setQueryData(lorebooksQuery().queryKey, (books) => books?.filter((book) => book.id !== id))
    void queryClient.invalidateQueries({ queryKey: allBooks, refetchType: 'none' })
  })

export function useImportLorebook() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ file, ...options }: ProgressOptions & { file: File }) => {
      const body = new FormData()
      body.set('file', file)
      return sendWithProgress(importLorebook, { body }, options)
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: allBooks }),
  })
}
