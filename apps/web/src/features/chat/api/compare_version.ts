import { paths, type ChatVersionDifference } from '#modules/chat/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export interface VersionTarget {
  sessionId: string
  /** The id of the character, in a group chat. */
  characterId?: string
}

export const versionPath = ({ sessionId, characterId }: VersionTarget): string =>
  paths.version(sessionId) + (characterId === undefined ? '' : `?characterId=${encodeURIComponent(characterId)}`)

/** Fetches the changes that an update of the chat to the newest version of its character would make. */
export const compareVersion = (place: VersionTarget, signal?: AbortSignal) =>
  getJson<ChatVersionDifference>(versionPath(place), signal)

/** The options of a query that is never cached, because the character may change again. */
export const compareVersionQueryOptions = (place: VersionTarget) =>
  queryOptions({
    queryKey: [versionPath(place)],
    queryFn: ({ signal }) => compareVersion(place, signal),
    gcTime: 0,
    staleTime: 0,
  })

export const useVersionDifference = (place: VersionTarget, isEnabled: boolean) =>
  useQuery({ ...compareVersionQueryOptions(place), enabled: isEnabled })
