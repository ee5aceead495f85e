import type { ChatData } from '#modules/chat/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'
import { chatPaths, type ChatPlace } from './chat_paths.ts'

const staleMs = 30_000

/** `new`: an unused session. null: the newest session, or a new one. Otherwise the session with that id. */
export type WhichSession = { new: true } | { session: string } | null

/** The session that the query of a chat's address asks for. */
export function readWhichSession(query: URLSearchParams): WhichSession {
  const session = query.get('session')
  if (session) return { session }
  return query.get('new') === 'true' ? { new: true } : null
}

export const getChat = (place: ChatPlace, which: WhichSession, signal?: AbortSignal) =>
  getJson<ChatData>(`${chatPaths(place).chat}${search(which)}`, signal)

/** The end of a chat: enough for a screen, and small on a slow network. Older messages are loaded while the user scrolls up. */
export const getChatEnd = (place: ChatPlace, which: WhichSession, signal?: AbortSignal) =>
  getJson<ChatData>(chatEndPath(place, which), signal)

export const chatEndPath = (place: ChatPlace, which: WhichSession): string => {
  const query = search(which)
  return `${chatPaths(place).chat}${query}${query === '' ? '?' : '&'}end=true`
}

/** The first read is of the end. A later one compares a whole page with what is on the screen. */
export const getChatQueryOptions = (place: ChatPlace, which: WhichSession) => {
  const queryKey = [chatPaths(place).chat, which] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => {
      const isFirst = client.getQueryData(queryKey) === undefined
      return isFirst ? getChatEnd(place, which, signal) : getChat(place, which, signal)
    },
    staleTime: staleMs,
    // Also data that equals the last read must reach the screen, which has changed since.
    structuralSharing: false,
  })
}

export const useChat = (place: ChatPlace, which: WhichSession) => useQuery(getChatQueryOptions(place, which))

function search(which: WhichSession): string {
  if (which === null) return ''
  return 'new' in which ? '?new=true' : `?session=${encodeURIComponent(which.session)}`
}
