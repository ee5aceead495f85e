import { listFollowedCharacters } from '#modules/community/calls'
import { limits, type CharacterSummary } from '#modules/gallery/api'
import { listCharacters, listChips, listShelves } from '#modules/gallery/calls'
import { addressOf, patternOf } from '#modules/kernel/calls'
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryState,
} from '@tanstack/react-query'
import { useLayoutEffect, useReducer } from 'react'
import { callQuery } from '#web/lib/api_client'
import { getPage, type Page } from '#web/lib/get_page'
import { characterKeys } from './character_cache.ts'
import { filterQuery, type CharacterFilter } from './gallery_address.ts'

export const pageSize = 24
/** The maximum number of characters that a restored list fetches initially. */
const refillMax = 2_000

interface ListOptions {
  /** Part of the query key, because the setting changes the list. */
  showsAdult: boolean
  /** The number of characters that the list had when the user left it. */
  refill?: number
}

export const charactersQuery = (filter: CharacterFilter, { showsAdult, refill = 0 }: ListOptions) =>
  infiniteQueryOptions({
    queryKey: [...characterKeys.lists, filter, { showsAdult }],
    queryFn: ({ pageParam, signal }) =>
      pageParam === null ? listFirst(filter, refill, signal) : getPage<CharacterSummary>(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page<CharacterSummary>) => last.next,
    // A like changes this list.
    staleTime: filter.liked ? 0 : Infinity,
  })

export function useCharacters(filter: CharacterFilter, options: ListOptions) {
  const queryClient = useQueryClient()
  const query = charactersQuery(filter, options)
  const { queryKey } = query
  const isUnusable = mustStartOver(queryClient.getQueryState(queryKey), options.refill)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    if (!isUnusable) return
    queryClient.removeQueries({ queryKey, exact: true })
    renderAgain()
  })
  return useInfiniteQuery({
    ...query,
    // Until the cached list is removed, the hook must not show or refetch it.
    queryKey: isUnusable ? ([...queryKey, 'removing'] as unknown as typeof queryKey) : queryKey,
    enabled: !isUnusable,
    placeholderData: keepPreviousData,
  })
}

/** Whether it is better to fetch a cached list again in few large pages. */
function mustStartOver(
  state: QueryState<InfiniteData<Page<CharacterSummary>, string | null>> | undefined,
  refill = 0
): boolean {
  if (state?.fetchStatus !== 'idle') return false
  const pages = state.data?.pages ?? []
  const count = pages.reduce((sum, { items }) => sum + items.length, 0)
  // A refetch would read its pages one after the other.
  const isLongAndStale = state.isInvalidated && pages.length > 1
  // A server-rendered page has only the first page of the list, but the user was further down.
  const isTooShort = count < Math.min(refill, refillMax) && pages.at(-1)?.next != null
  return isLongAndStale || isTooShort
}

/** Fetches the first page, or as many characters as a restored list had, in few large requests. */
async function listFirst(
  filter: CharacterFilter,
  refill: number,
  signal: AbortSignal
): Promise<Page<CharacterSummary>> {
  const wanted = Math.min(refill, refillMax)
  const first = firstPageAddress(filter, wanted > pageSize ? Math.min(wanted, limits.listMax) : pageSize)
  const all = await getPage<CharacterSummary>(first, signal)
  while (all.next !== null && all.items.length < wanted) {
    const page = await getPage<CharacterSummary>(all.next, signal)
    all.items.push(...page.items)
    all.next = page.next
  }
  return { items: all.items, next: all.next && withLimit(all.next, pageSize) }
}

export const firstPageAddress = (filter: CharacterFilter, limit = pageSize): string =>
  `${patternOf(listCharacters)}?${filterQuery(filter, new URLSearchParams({ limit: String(limit) }))}`

function withLimit(address: string, limit: number): string {
  const url = new URL(address, window.location.origin)
  url.searchParams.set('limit', String(limit))
  return url.pathname + url.search
}

/** Chips with only adult characters are empty for users who don't see those. */
export const chipsQuery = () => ({ ...callQuery(listChips), queryKey: characterKeys.chips })

const followedInput = { query: { limit: limits.shelfMax } }
export const followedAddress = () => addressOf(listFollowedCharacters, followedInput)

/** New characters of the creators that the user follows, as a row. */
export const followedQuery = (showsAdult: boolean) => ({
  ...callQuery(listFollowedCharacters, followedInput),
  queryKey: [patternOf(listFollowedCharacters), { showsAdult }],
  staleTime: 30_000,
})

export const shelvesQuery = (showsAdult: boolean) => ({
  ...callQuery(listShelves),
  queryKey: [...characterKeys.shelves, { showsAdult }],
  // A server-rendered page needs no second call within this time. A chat takes longer and changes the first shelf.
  staleTime: 30_000,
})
