import { paths, type ChatListItem } from '#modules/chat/api'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '../../../lib/api_client.ts'

interface ListChatsOptions {
  /** Only the newest so many. */
  limit?: number
  /** In the title or the character's name. */
  q?: string
}

export function listChats({ limit, q }: ListChatsOptions = {}, signal?: AbortSignal) {
  const query = new URLSearchParams()
  if (limit !== undefined) query.set('limit', String(limit))
  if (q) query.set('q', q)
  return getJson<ChatListItem[]>(query.size === 0 ? paths.chats : `${paths.chats}?${query}`, signal)
}

/**
 * Chats change by writing in them, so whoever shows the list asks again. Without a limit the key is the beginning of
 * every other: to invalidate it is to invalidate them all.
 */
export const listChatsQueryOptions = (options: ListChatsOptions = {}) =>
  queryOptions({
    queryKey: options.limit === undefined && !options.q ? [paths.chats] : [paths.chats, options],
    queryFn: ({ signal }) => listChats(options, signal),
    staleTime: 0,
  })

export const useChats = ({ enabled = true, ...options }: ListChatsOptions & { enabled?: boolean } = {}) =>
  useQuery({
    ...listChatsQueryOptions(options),
    // While another search is under way, what was found before stays.
    placeholderData: options.q === undefined ? undefined : keepPreviousData,
    enabled,
  })
