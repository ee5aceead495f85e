import type { ChatHit } from '#modules/chat/api'
import { searchChats, type ChatSearch } from '#modules/chat/calls'
import { patternOf } from '#modules/kernel/calls'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'
import { screens } from '#web/screens'

export type MessageSearch = Omit<ChatSearch, 'zone' | 'cursor'>

/** How often a search is repeated while older messages are still being added. */
const repeatMs = 10_000

/** The messages that contain all terms, page by page. Always stale, because every message may be a hit. */
export const useMessageHits = (search: MessageSearch) =>
  useInfiniteQuery({
    queryKey: [patternOf(searchChats), search],
    queryFn: ({ pageParam, signal }) =>
      callServer(searchChats, { query: { ...search, cursor: pageParam, zone: readerZone }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.isComplete === false ? repeatMs : false),
  })

/** The address of a chat at a message. */
export const hitAddress = ({ characterId, sessionId, messageId }: ChatHit) =>
  characterId === null
    ? screens.group.href({ groupId: sessionId }, { message: messageId })
    : screens.chat.href({ characterId }, { session: sessionId, message: messageId })
