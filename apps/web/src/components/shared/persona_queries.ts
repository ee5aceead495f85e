import type { PersonaChange } from '#modules/accounts/api'
import {
  changePersona,
  createPersona,
  deletePersona,
  getCurrentUser,
  getSettings,
  listPersonas,
} from '#modules/accounts/calls'
import { addressOf } from '#modules/kernel/calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, callServer } from '#web/lib/api_client'
import { useCall } from '#web/lib/use_call'

/** The default one first. Always stale, because other tabs change them. */
const personasQuery = () => ({ ...callQuery(listPersonas), staleTime: 0 })

export const usePersonas = () => useQuery(personasQuery())

/** Creates a persona, or changes the one with the id. Reads the user again too: the default persona's texts are part of it. */
export function useSavePersona() {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: 'user' },
    mutationFn: ({ id, change }: { id: string | null; change: PersonaChange }) =>
      id === null
        ? callServer(createPersona, { body: change })
        : callServer(changePersona, { params: { id }, body: change }),
    onSuccess: () =>
      Promise.all(
        [listPersonas, getCurrentUser, getSettings].map((call) =>
          queryClient.invalidateQueries({ queryKey: [addressOf(call)] })
        )
      ),
  })
}

export const useDeletePersona = () =>
  useCall(deletePersona, (queryClient) => queryClient.invalidateQueries(personasQuery()), { scope: 'user' })
