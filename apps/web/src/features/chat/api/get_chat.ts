import { paths, type ChatData } from '#modules/chat/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

const staleMs = 30_000

/** `new`: an unused session. null: the newest session, or a new one. Otherwise the session with that id. */
export type WhichSession = { new: true } | { session: string } | null

export const getChat = (characterId: string, which: WhichSession, signal?: AbortSignal) =>
  getJson<ChatData>(`${paths.chat(characterId)}${search(which)}`, signal)

export const getChatQueryOptions = (characterId: string, which: WhichSession) =>
  queryOptions({
    queryKey: [paths.chat(characterId), which],
    queryFn: ({ signal }) => getChat(characterId, which, signal),
    staleTime: staleMs,
  })

export const useChat = (characterId: string, which: WhichSession) => useQuery(getChatQueryOptions(characterId, which))

function search(which: WhichSession): string {
  if (which === null) return ''
  return 'new' in which ? '?new=true' : `?session=${encodeURIComponent(which.session)}`
}
