import { limits, paths, type CharacterSummary } from '#modules/gallery/api'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getPage, type Page } from '../../../lib/get_page.ts'
import { characterKeys } from '../character_cache.ts'

export const pageSize = 24
/** So many of a list that was left are fetched again in one go, and no more. */
export const refillMax = 2_000

export const sorts = ['popular', 'new', 'name'] as const
export type Sort = (typeof sorts)[number]

export interface CharacterFilter {
  q: string
  category: string
  sort: Sort
}

interface ListOptions {
  /** What the viewer may see is another list: it is kept apart. */
  showsAdult: boolean
  /** How many were loaded when the list was left: as many are there again at once. */
  refill?: number
}

export const listCharacters = (address: string, signal?: AbortSignal) => getPage<CharacterSummary>(address, signal)

export const listCharactersQueryOptions = (filter: CharacterFilter, { showsAdult, refill = 0 }: ListOptions) =>
  infiniteQueryOptions({
    queryKey: [...characterKeys.lists, filter, { showsAdult }],
    queryFn: ({ pageParam, signal }) =>
      pageParam === null ? listFirst(filter, refill, signal) : listCharacters(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page<CharacterSummary>) => last.next,
  })

export function useCharacters(filter: CharacterFilter, options: ListOptions) {
  const queryClient = useQueryClient()
  const query = listCharactersQueryOptions(filter, options)
  const kept = queryClient.getQueryState(query.queryKey)
  const pages = kept?.data?.pages ?? []
  const count = pages.reduce((sum, { items }) => sum + items.length, 0)
  // A long list that is out of date would be read again page by page, one after the other.
  const isLongAndStale = kept?.isInvalidated && pages.length > 1
  // What came with the page is its beginning; somebody who was further down goes on from there.
  const isBeginning = count < Math.min(options.refill ?? 0, refillMax) && pages.at(-1)?.next != null
  if (kept?.fetchStatus === 'idle' && (isLongAndStale || isBeginning))
    queryClient.removeQueries({ queryKey: query.queryKey, exact: true })
  return useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
}

/** The first page; for a list that was longer already, as much as there was, in few large steps. */
async function listFirst(
  filter: CharacterFilter,
  refill: number,
  signal: AbortSignal
): Promise<Page<CharacterSummary>> {
  const wanted = Math.min(refill, refillMax)
  const first = firstPageAddress(filter, wanted > pageSize ? Math.min(wanted, limits.listMax) : pageSize)
  const all = await listCharacters(first, signal)
  while (all.next !== null && all.items.length < wanted) {
    const page = await listCharacters(all.next, signal)
    all.items.push(...page.items)
    all.next = page.next
  }
  return { items: all.items, next: all.next && withLimit(all.next, pageSize) }
}

export function firstPageAddress({ q, category, sort }: CharacterFilter, limit = pageSize): string {
  const query = new URLSearchParams({ limit: String(limit) })
  if (q) query.set('q', q)
  if (category) query.set('category', category)
  if (sort !== 'popular') query.set('sort', sort)
  return `${paths.characters}?${query}`
}

function withLimit(address: string, limit: number): string {
  const url = new URL(address, window.location.origin)
  url.searchParams.set('limit', String(limit))
  return url.pathname + url.search
}
