import { paths, type CharacterVersion } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

/** Fetches the versions of a character, newest first. For the owner and admins. */
export const listVersions = (id: string, signal?: AbortSignal) =>
  getJson<CharacterVersion[]>(paths.versions(id), signal)

export const listVersionsQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [paths.versions(id)],
    queryFn: ({ signal }) => listVersions(id, signal),
    staleTime: 0,
  })

export const useVersions = (id: string, isEnabled: boolean) =>
  useQuery({ ...listVersionsQueryOptions(id), enabled: isEnabled })
