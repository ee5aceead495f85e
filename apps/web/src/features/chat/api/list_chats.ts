import { paths, type ChatListItem } from '#modules/chat/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '../../../lib/api_client.ts'

export const listChats = (signal?: AbortSignal) => getJson<ChatListItem[]>(paths.chats, signal)

/** Chats change by writing in them, so whoever shows the list asks again. */
export const listChatsQueryOptions = () =>
  queryOptions({ queryKey: [paths.chats], queryFn: ({ signal }) => listChats(signal), staleTime: 0 })

export const useChats = ({ enabled }: { enabled: boolean }) => useQuery({ ...listChatsQueryOptions(), enabled })
