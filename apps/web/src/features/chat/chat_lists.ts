import type { ChatListItem, UserEvent } from '#modules/chat/api'
import { listChats, type ListedChats } from '#modules/chat/calls'
import { patternOf } from '#modules/kernel/calls'
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'

/** The prefix of the keys of all lists of chats. */
export const chatsKey = [patternOf(listChats)]

export type ChatsOptions = Omit<ListedChats, 'zone'>

/** Always stale, because every message changes the list. */
export const chatsQuery = ({ q, ...place }: ChatsOptions = {}) => {
  const query = { ...place, q: q || undefined }
  return {
    ...callQuery(listChats, { query: { ...query, zone: readerZone } }),
    queryKey: [...chatsKey, query],
    staleTime: 0,
  }
}

export const useChats = ({ enabled, ...options }: ChatsOptions & { enabled?: boolean } = {}) =>
  useQuery({
    ...chatsQuery(options),
    // Keeps the previous results while a new search runs.
    placeholderData: options.q === undefined ? undefined : keepPreviousData,
    enabled,
  })

/** Changes within this time cause one refetch. Each change arrives twice, as a response and as a live event. */
const debounceMs = 150

/** The pending refetch of each query client, with the callers that wait for it. */
const waiting = new WeakMap<
  QueryClient,
  { timer?: ReturnType<typeof setTimeout>; resolvers: ((done: unknown) => void)[] }
>()

/** Refetches the lists of chats on the screen, once for all changes within a moment. Resolves afterwards, even after a failure. */
export function refreshChatLists(queryClient: QueryClient): Promise<unknown> {
  const next = waiting.get(queryClient) ?? { resolvers: [] }
  waiting.set(queryClient, next)
  clearTimeout(next.timer)
  next.timer = setTimeout(() => {
    waiting.delete(queryClient)
    const refetched = queryClient.invalidateQueries({ queryKey: chatsKey })
    for (const resolve of next.resolvers) resolve(refetched)
  }, debounceMs)
  return new Promise((resolve) => next.resolvers.push(resolve))
}

/**
 * Moves a chat with a new message to the top of the lists on the screen, below those that are kept there, without a call. A list that doesn't
 * have the chat, or has it in the archive or on pages, is refetched. Other lists are always refetched when they are shown.
 */
export function moveChatToTop(queryClient: QueryClient, sessionId: string, lastMessageAt: string): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: chatsKey, type: 'active' })) {
    const move = () => {
      const chats = Array.isArray(query.state.data) ? (query.state.data as ChatListItem[]) : []
      const chat = chats.find(({ id }) => id === sessionId)
      if (!chat || chat.isArchived) return void refreshChatLists(queryClient)
      const moved = { ...chat, lastMessageAt: lastMessageAt > chat.lastMessageAt ? lastMessageAt : chat.lastMessageAt }
      const others = chats.filter((other) => other !== chat)
      const kept = chat.isKept ? [] : others.filter(({ isKept }) => isKept)
      queryClient.setQueryData(query.queryKey, [...kept, moved, ...others.filter((other) => !kept.includes(other))])
    }
    // A response in flight may be older than the message and would overwrite the change.
    if (query.state.fetchStatus === 'fetching') void query.promise?.then(move, () => {})
    else move()
  }
}

/** A conversation on the screen. */
interface OpenConversation {
  /** Whether the conversation receives the reply of this event over its own stream. */
  follows(event: UserEvent): boolean
}
const open = new Set<OpenConversation>()

export function addOpenConversation(conversation: OpenConversation): () => void {
  open.add(conversation)
  return () => void open.delete(conversation)
}

/** Whether an open conversation receives the reply of this event over its own stream, and updates the lists of chats. */
export const isFollowed = (event: UserEvent): boolean => [...open].some((conversation) => conversation.follows(event))
