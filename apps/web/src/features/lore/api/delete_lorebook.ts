import { paths } from '#modules/lore/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listLorebooksQueryOptions } from '#web/components/shared/lorebook_queries'
import { sendJson } from '#web/lib/api_client'

export const deleteLorebook = (id: string) => sendJson<{ message: string }>('DELETE', paths.lorebook(id))

export function useDeleteLorebook() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: deleteLorebook,
    onSuccess: (_, id) => {
      queryClient.setQueryData(listLorebooksQueryOptions().queryKey, (books) => books?.filter((book) => book.id !== id))
      void queryClient.invalidateQueries({ queryKey: [paths.lorebooks], refetchType: 'none' })
    },
  })
}
