import { paths, type Character } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '../../../lib/api_client.ts'

/** The caller's own character, whole, with adult content off too. 403 for somebody else's, 404 for what is not there. */
export const getCharacterToEdit = (id: string, signal?: AbortSignal) =>
  getJson<Character>(paths.characterToEdit(id), signal)

/** A form begins with what is stored now, so nothing is kept from the last time. */
export const getCharacterToEditQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [paths.characterToEdit(id)],
    queryFn: ({ signal }) => getCharacterToEdit(id, signal),
    gcTime: 0,
  })

export const useCharacterToEdit = (id: string) => useQuery(getCharacterToEditQueryOptions(id))
