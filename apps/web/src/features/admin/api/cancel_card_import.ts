import { paths, type CardImport } from '#modules/admin/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

export const cancelCardImport = (id: string) => sendJson<CardImport>('POST', paths.cancelCardImport(id))

export function useCancelCardImport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: cancelCardImport,
    // It may also have ended in the meantime.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [paths.cardImports] }),
  })
}
