import type { ChatData } from '#modules/chat/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'
import { chatPaths, type ChatTarget } from './chat_paths.ts'

const staleMs = 30_000

/** The session to open: an unused session with `new`, the session with an id, or the newest or a new session with null. */
export type WhichSession = { new: true } | { session: string } | null

/** Reads the requested session from the query of a chat's URL. */
export function readWhichSession(query: URLSearchParams): WhichSession {
  const session = query.get('session')
  if (session) return { session }
  return query.get('new') === 'true' ? { new: true } : null
}

export const getChat = (place: ChatTarget, which: WhichSession, signal?: AbortSignal) =>
  getJson<ChatData>(`${chatPaths(place).chat}${search(which)}`, signal)

/** Fetches the end of a chat, which fills a screen and loads fast on a slow network. Older messages load while the user scrolls up. */
export const getChatEnd = async (place: ChatTarget, which: WhichSession, signal?: AbortSignal) => {
  const end = await getJson<ChatData>(chatEndPath(place, which), signal)
  // A last message that is longer than the limit of the end isn't in it.
  return end.messages.length === 0 && end.hasOlder ? getChat(place, which, signal) : end
}

export const chatEndPath = (place: ChatTarget, which: WhichSession): string => {
  const query = search(which)
  return `${chatPaths(place).chat}${query}${query === '' ? '?' : '&'}end=true`
}

/** The first read fetches only the end of the chat. Later reads fetch a whole page to compare it with the screen. */
export const getChatQueryOptions = (place: ChatTarget, which: WhichSession) => {
  const queryKey = [chatPaths(place).chat, which] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => {
      const isFirst = client.getQueryData(queryKey) === undefined
      return isFirst ? getChatEnd(place, which, signal) : getChat(place, which, signal)
    },
    staleTime: staleMs,
    // Even data that equals the last read must reach the screen, because the screen has changed since.
    structuralSharing: false,
  })
}

export const useChat = (place: ChatTarget, which: WhichSession) => useQuery(getChatQueryOptions(place, which))

function search(which: WhichSession): string {
  if (which === null) return ''
  return 'new' in which ? '?new=true' : `?session=${encodeURIComponent(which.session)}`
}
