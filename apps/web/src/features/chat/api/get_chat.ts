import { paths, type ChatData } from '#modules/chat/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

const staleMs = 30_000

/** `new`: an unused session. null: the newest session, or a new one. Otherwise the session with that id. */
export type WhichSession = { new: true } | { session: string } | null

/** The session that the query of a chat's address asks for. */
export function readWhichSession(query: URLSearchParams): WhichSession {
  const session = query.get('session')
  if (session) return { session }
  return query.get('new') === 'true' ? { new: true } : null
}

export const getChat = (characterId: string, which: WhichSession, signal?: AbortSignal) =>
  getJson<ChatData>(`${paths.chat(characterId)}${search(which)}`, signal)

/** The end of a chat: enough for a screen, and small on a slow network. Older messages are loaded while the user scrolls up. */
export const getChatEnd = (characterId: string, which: WhichSession, signal?: AbortSignal) =>
  getJson<ChatData>(chatEndPath(characterId, which), signal)

export const chatEndPath = (characterId: string, which: WhichSession): string => {
  const query = search(which)
  return `${paths.chat(characterId)}${query}${query === '' ? '?' : '&'}end=true`
}

/** The first read is of the end. A later one compares a whole page with what is on the screen. */
export const getChatQueryOptions = (characterId: string, which: WhichSession) => {
  const queryKey = [paths.chat(characterId), which] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => {
      const isFirst = client.getQueryData(queryKey) === undefined
      return isFirst ? getChatEnd(characterId, which, signal) : getChat(characterId, which, signal)
    },
    staleTime: staleMs,
  })
}

export const useChat = (characterId: string, which: WhichSession) => useQuery(getChatQueryOptions(characterId, which))

function search(which: WhichSession): string {
  if (which === null) return ''
  return 'new' in which ? '?new=true' : `?session=${encodeURIComponent(which.session)}`
}
