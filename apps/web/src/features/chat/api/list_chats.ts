import { paths, type ChatListItem } from '#modules/chat/api'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'
import { withZone } from '#web/lib/reader_zone'

interface ListChatsOptions {
  /** The number of newest chats to return; all by default. */
  limit?: number
  /** Searches titles and character names. */
  q?: string
}

export function listChats({ limit, q }: ListChatsOptions = {}, signal?: AbortSignal) {
  const query = withZone({ ...(limit !== undefined && { limit: String(limit) }), ...(q && { q }) })
  return getJson<ChatListItem[]>(`${paths.chats}?${query}`, signal)
}

/** The options of a query that is always stale, because every message changes the list. The key without options invalidates all lists. */
export const listChatsQueryOptions = (options: ListChatsOptions = {}) =>
  queryOptions({
    queryKey: options.limit === undefined && !options.q ? [paths.chats] : [paths.chats, options],
    queryFn: ({ signal }) => listChats(options, signal),
    staleTime: 0,
  })

export const useChats = ({ enabled = true, ...options }: ListChatsOptions & { enabled?: boolean } = {}) =>
  useQuery({
    ...listChatsQueryOptions(options),
    // Keeps the previous results while a new search runs.
    placeholderData: options.q === undefined ? undefined : keepPreviousData,
    enabled,
  })
