import { paths, type ChatListItem, type UserEvent } from '#modules/chat/api'
import type { QueryClient } from '@tanstack/react-query'
import { listChatsQueryOptions } from './api/list_chats.ts'

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
    const refetched = queryClient.invalidateQueries(listChatsQueryOptions())
    for (const resolve of next.resolvers) resolve(refetched)
  }, debounceMs)
  return new Promise((resolve) => next.resolvers.push(resolve))
}

/**
 * Moves a chat with a new message to the top of the lists on the screen, without a call. A list that doesn't have the chat is refetched.
 * Other lists are always refetched when they are shown.
 */
export function moveChatToTop(queryClient: QueryClient, sessionId: string, lastMessageAt: string): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: [paths.chats], type: 'active' })) {
    const move = () => {
      const chats = query.state.data as ChatListItem[] | undefined
      const chat = chats?.find(({ id }) => id === sessionId)
      if (!chats || !chat) return void refreshChatLists(queryClient)
      const moved = { ...chat, lastMessageAt: lastMessageAt > chat.lastMessageAt ? lastMessageAt : chat.lastMessageAt }
      queryClient.setQueryData(query.queryKey, [moved, ...chats.filter((other) => other !== chat)])
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
