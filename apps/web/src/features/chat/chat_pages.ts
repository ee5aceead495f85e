import { listChats } from '#modules/chat/calls'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { pagesQuery } from '#web/lib/get_page'
import { readerZone } from '#web/lib/reader_zone'
import type { ChatsOptions } from './chat_lists.ts'

const pageSize = 50

/** The chats of a place or a search, page by page. Always stale, as all lists of chats. */
export const useChatPages = ({ q, ...place }: ChatsOptions) =>
  useInfiniteQuery({
    ...pagesQuery(listChats, { query: { ...place, q: q || undefined, limit: pageSize, zone: readerZone } }),
    // Keeps the previous results while a new search runs.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
