import type { ChatData, GroupChatData } from '#modules/chat/api'
import { addressOf } from '#modules/kernel/calls'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { chatCalls, readChat, type ChatTarget } from './chat_calls.ts'

/** The session to open: an unused session with `new`, the session with an id, or the newest or a new session with null. */
type WhichSession = { new: true } | { session: string } | null

/** A group chat in the shape that the conversation reads. */
export type GroupData = ChatData & Omit<GroupChatData, 'replyUnderWay'>

/** Reads the requested session from the query of a chat's URL. */
export function readWhichSession(query: URLSearchParams): WhichSession {
  const session = query.get('session')
  if (session) return { session }
  return query.get('new') === 'true' ? { new: true } : null
}

/** Fetches the end of a chat, which fills a screen and loads fast on a slow network. Older messages load while the user scrolls up. */
export const readChatEnd = async (place: ChatTarget, which: WhichSession, signal?: AbortSignal) => {
  const end = await readChat(place, { ...which, end: true }, signal)
  // A last message that is longer than the limit of the end isn't in it.
  return end.messages.length === 0 && end.hasOlder ? readChat(place, { ...which }, signal) : end
}

/** The first read fetches only the end of the chat. Later reads fetch a whole page to compare it with the screen. */
export const chatQuery = (place: ChatTarget, which: WhichSession) => {
  const { get, params } = chatCalls(place)
  const queryKey = [addressOf(get, { params }), which] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => {
      const isFirst = client.getQueryData(queryKey) === undefined
      return isFirst ? readChatEnd(place, which, signal) : readChat(place, { ...which }, signal)
    },
    staleTime: 30_000,
    // Even data that equals the last read must reach the screen, because the screen has changed since.
    structuralSharing: false,
  })
}

/** The interval at which a group is read between two turns of a talk, in case no live event arrives. */
const talkPollMs = 2_000

export const useGroup = (groupId: string) =>
  useQuery({
    ...chatQuery({ groupId }, { session: groupId }),
    select: (data) => data as GroupData,
    refetchInterval: ({ state: { data } }) =>
      data && 'talk' in data && data.replyUnderWay === null ? talkPollMs : false,
  })
