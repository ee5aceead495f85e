import { paths, type ChatListItem } from '#modules/chat/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '../../../lib/api_client.ts'

interface ListChatsOptions {
  /** Only the newest so many. */
  limit?: number
}

export const listChats = ({ limit }: ListChatsOptions = {}, signal?: AbortSignal) =>
  getJson<ChatListItem[]>(limit === undefined ? paths.chats : `${paths.chats}?limit=${limit}`, signal)

/**
 * Chats change by writing in them, so whoever shows the list asks again. Without a limit the key is the beginning of
 * every other: to invalidate it is to invalidate them all.
 */
export const listChatsQueryOptions = (options: ListChatsOptions = {}) =>
  queryOptions({
    queryKey: options.limit === undefined ? [paths.chats] : [paths.chats, { limit: options.limit }],
    queryFn: ({ signal }) => listChats(options, signal),
    staleTime: 0,
  })

export const useChats = ({ enabled = true, ...options }: ListChatsOptions & { enabled?: boolean } = {}) =>
  useQuery({ ...listChatsQueryOptions(options), enabled })
