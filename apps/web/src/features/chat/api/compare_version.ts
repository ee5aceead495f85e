import { paths, type ChatVersionDifference } from '#modules/chat/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export interface VersionPlace {
  sessionId: string
  /** Of a group chat. */
  characterId?: string
}

export const versionPath = ({ sessionId, characterId }: VersionPlace): string =>
  paths.version(sessionId) + (characterId === undefined ? '' : `?characterId=${encodeURIComponent(characterId)}`)

/** What an update of the chat to the newest version of its character would change. */
export const compareVersion = (place: VersionPlace, signal?: AbortSignal) =>
  getJson<ChatVersionDifference>(versionPath(place), signal)

/** Never cached: the character may change again. */
export const compareVersionQueryOptions = (place: VersionPlace) =>
  queryOptions({
    queryKey: [versionPath(place)],
    queryFn: ({ signal }) => compareVersion(place, signal),
    gcTime: 0,
    staleTime: 0,
  })

export const useVersionDifference = (place: VersionPlace, isEnabled: boolean) =>
  useQuery({ ...compareVersionQueryOptions(place), enabled: isEnabled })
