import type { HidingKind } from '#modules/gallery/api'
import { hide, listCharacters, listHidings, listShelves, unhide } from '#modules/gallery/calls'
import { listChats } from '#modules/chat/calls'
import { patternOf } from '#modules/kernel/calls'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { callQuery, callServer } from '#web/lib/api_client'
import { toastError, toastUndo } from '#web/lib/toasts'

export const useHidings = () => useQuery({ ...callQuery(listHidings), gcTime: 0 })

const refresh = (queryClient: QueryClient) => {
  for (const call of [listHidings, listCharacters, listShelves, listChats])
    void queryClient.invalidateQueries({ queryKey: [patternOf(call)] })
  // The comments of a blocked person.
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [key] }) => String(key).endsWith('/comments') })
}

interface Hiding {
  kind: HidingKind
  id: string
}

export function useUnhide() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (params: Hiding) => callServer(unhide, { params }),
    onSuccess: () => refresh(queryClient),
    onError: (error) => toastError(error, 'Couldn’t show it again.'),
  })
}

/** Hides something, and offers to undo it. */
export function useHide() {
  const queryClient = useQueryClient()
  const undo = useUnhide()
  return useMutation({
    mutationFn: ({ kind, id }: Hiding & { done: string }) => callServer(hide, { params: { kind, id } }),
    onSuccess: (_, { kind, id, done }) => {
      refresh(queryClient)
      toastUndo(done, () => undo.mutate({ kind, id }), 'Your settings list what you hide.')
    },
    onError: (error) => toastError(error, 'Couldn’t hide it.'),
  })
}
