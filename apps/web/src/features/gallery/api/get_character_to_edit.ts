import { paths, type CharacterDetails } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

/** Fetches all fields of the user's own character, even with adult content off. 403 for another user's character, 404 if there is none. */
export const getCharacterToEdit = (id: string, signal?: AbortSignal) =>
  getJson<CharacterDetails>(paths.characterToEdit(id), signal)

/** The options of a query that is never cached, because the form must start with the stored values. */
export const getCharacterToEditQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [paths.characterToEdit(id)],
    queryFn: ({ signal }) => getCharacterToEdit(id, signal),
    gcTime: 0,
  })

export const useCharacterToEdit = (id: string) => useQuery(getCharacterToEditQueryOptions(id))
