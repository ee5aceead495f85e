import { paths, type Lorebook, type LorebookFields } from '#modules/lore/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { getLorebookQueryOptions } from './get_lorebook.ts'

export type LorebookChange = Partial<LorebookFields> & { revision: number }

/** Edits a lorebook. Fails with 409 if its revision has changed. */
export const editLorebook = (id: string, change: LorebookChange) =>
  sendJson<Lorebook>('PUT', paths.lorebook(id), change)

export function useEditLorebook(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: LorebookChange) => editLorebook(id, change),
    onSuccess: (saved) => {
      queryClient.setQueryData(getLorebookQueryOptions(id).queryKey, (book) => book && { ...book, ...saved })
      void queryClient.invalidateQueries({ queryKey: [paths.lorebooks], refetchType: 'none' })
    },
  })
}
