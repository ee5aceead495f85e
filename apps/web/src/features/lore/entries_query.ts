import { limits, type LorebookEntry } from '#modules/lore/api'
import { addressOf } from '#modules/kernel/calls'
import { listEntries } from '#modules/lore/calls'
import { queryOptions } from '@tanstack/react-query'
import { getPage, type Page } from '#web/lib/get_page'

/**
 * The options of a query that fetches all entries of a lorebook in order, page by page. It isn't cached between visits, because other tabs
 * change entries and a lorebook can be large.
 */
export const entriesQuery = (id: string, onProgress?: (count: number) => void) => {
  const first = addressOf(listEntries, { params: { id }, query: { limit: limits.entriesPageMax } })
  return queryOptions({
    queryKey: [addressOf(listEntries, { params: { id } })],
    queryFn: async ({ signal }) => {
      const entries: LorebookEntry[] = []
      for (let address: string | null = first; address !== null;) {
        const page: Page<LorebookEntry> = await getPage<LorebookEntry>(address, signal)
        entries.push(...page.items)
        onProgress?.(entries.length)
        address = page.next
      }
      return entries
    },
    gcTime: 0,
  })
}
