import { paths, type CharacterDetails } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

/** All fields of the user's own character, even with adult content off. 403 for another user's, 404 for none. */
export const getCharacterToEdit = (id: string, signal?: AbortSignal) =>
  getJson<CharacterDetails>(paths.characterToEdit(id), signal)

/** Never cached: the form must start with the stored values. */
export const getCharacterToEditQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [paths.characterToEdit(id)],
    queryFn: ({ signal }) => getCharacterToEdit(id, signal),
    gcTime: 0,
  })

export const useCharacterToEdit = (id: string) => useQuery(getCharacterToEditQueryOptions(id))
