import { paths, type Lorebook } from '#modules/lore/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

export const createLorebook = (name: string) => sendJson<Lorebook>('POST', paths.lorebooks, { name })

export function useCreateLorebook() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createLorebook,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [paths.lorebooks] }),
  })
}
