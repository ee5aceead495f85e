import type { ChatData, GroupChatData } from '#modules/chat/api'
import { useQuery } from '@tanstack/react-query'
import { getChatQueryOptions } from './get_chat.ts'

/** A group chat in the shape that the conversation reads. */
export type GroupData = ChatData & Omit<GroupChatData, 'replyUnderWay'>

export const getGroupQueryOptions = (groupId: string) => getChatQueryOptions({ groupId }, { session: groupId })

/** The interval at which a group is read between two turns of a talk, in case no live event arrives. */
const talkPollMs = 2_000

export const useGroup = (groupId: string) =>
  useQuery({
    ...getGroupQueryOptions(groupId),
    select: (data) => data as GroupData,
    refetchInterval: ({ state: { data } }) =>
      data && 'talk' in data && data.replyUnderWay === null ? talkPollMs : false,
  })
