import { limits, paths, type LorebookEntry } from '#modules/lore/api'
import { queryOptions } from '@tanstack/react-query'
import { getPage, type Page } from '#web/lib/get_page'

/** Fetches all entries of a lorebook in order, page by page. */
export async function listEntries(
  bookId: string,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (count: number) => void } = {}
): Promise<LorebookEntry[]> {
  const entries: LorebookEntry[] = []
  for (let address: string | null = `${paths.entries(bookId)}?limit=${limits.entriesPageMax}`; address !== null;) {
    const page: Page<LorebookEntry> = await getPage<LorebookEntry>(address, signal)
    entries.push(...page.items)
    onProgress?.(entries.length)
    address = page.next
  }
  return entries
}

/** The options of a query that isn't cached between visits, because other tabs change entries and a lorebook can be large. */
export const listEntriesQueryOptions = (bookId: string, onProgress?: (count: number) => void) =>
  queryOptions({
    queryKey: [paths.entries(bookId)],
    queryFn: ({ signal }) => listEntries(bookId, { signal, onProgress }),
    gcTime: 0,
  })
