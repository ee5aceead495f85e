import { paths, type SharedCharacter } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const getSharedCharacterQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [paths.shared(id)],
    queryFn: ({ signal }) => getJson<SharedCharacter>(paths.shared(id), signal),
  })

export const useSharedCharacter = (id: string) => useQuery(getSharedCharacterQueryOptions(id))
