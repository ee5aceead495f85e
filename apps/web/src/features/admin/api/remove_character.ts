import { paths } from '#modules/admin/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { uncacheCharacter } from '../all_characters_cache.ts'

export const removeCharacter = (id: string) => sendJson<{ message: string }>('DELETE', paths.character(id))

export function useRemoveCharacter() {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: removeCharacter, onSuccess: (_, id) => uncacheCharacter(queryClient, id) })
}
