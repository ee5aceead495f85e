import { paths, type ListedPersona, type PersonaChange } from '#modules/accounts/api'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getJson, sendJson } from '#web/lib/api_client'

/** The default one first. Always stale, because other tabs change them. */
export const listPersonasQueryOptions = () =>
  queryOptions({
    queryKey: [paths.personas],
    queryFn: ({ signal }) => getJson<ListedPersona[]>(paths.personas, signal),
    staleTime: 0,
  })

export const usePersonas = () => useQuery(listPersonasQueryOptions())

/** Creates a persona, or changes the one with the id. Reads the user again too: the default persona's texts are part of it. */
export function useSavePersona() {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: 'user' },
    mutationFn: ({ id, change }: { id: string | null; change: PersonaChange }) =>
      id === null
        ? sendJson<ListedPersona>('POST', paths.personas, change)
        : sendJson<ListedPersona>('PUT', paths.persona(id), change),
    onSuccess: () =>
      Promise.all(
        [paths.personas, paths.currentUser, paths.settings].map((path) =>
          queryClient.invalidateQueries({ queryKey: [path] })
        )
      ),
  })
}

export function useDeletePersona() {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: 'user' },
    mutationFn: (id: string) => sendJson<{ message: string }>('DELETE', paths.persona(id)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [paths.personas] }),
  })
}
