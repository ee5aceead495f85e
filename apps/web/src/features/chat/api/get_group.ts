import type { ChatData, GroupChatData } from '#modules/chat/api'
import { useQuery } from '@tanstack/react-query'
import { getChatQueryOptions } from './get_chat.ts'

/** A group chat as the conversation reads it: without a single character. */
export type GroupData = ChatData & Omit<GroupChatData, 'replyUnderWay'>

export const getGroupQueryOptions = (groupId: string) => getChatQueryOptions({ groupId }, { session: groupId })

/** How often a group is read between two turns of a talk, in case that no event arrives. */
const talkPollMs = 2_000

export const useGroup = (groupId: string) =>
  useQuery({
    ...getGroupQueryOptions(groupId),
    select: (data) => data as GroupData,
    refetchInterval: ({ state: { data } }) =>
      data && 'talk' in data && data.replyUnderWay === null ? talkPollMs : false,
  })
