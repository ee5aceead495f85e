import { addressOf, type Call, type CallInput } from '#modules/kernel/calls'
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import { fetchAddress, type Sent } from './api_client.ts'
import { nextPage } from './next_page.ts'

/** One page of a list, and the address of the next page; null on the last one. */
export interface Page<Item> {
  items: Item[]
  next: string | null
}

export async function getPage<Item>(address: string, signal?: AbortSignal): Promise<Page<Item>> {
  const response = await fetchAddress(address, { signal })
  return { items: (await response.json()) as Item[], next: nextPage(response.headers.get('Link')) }
}

/** Returns the options of a query that fetches a list page by page. Its key begins with the address without the query. */
export const pagesQuery = <Item, Input extends CallInput>(call: Call<Item[], Input>, ...[input]: Sent<Input>) =>
  infiniteQueryOptions({
    queryKey: [addressOf(call as Call<any, CallInput>, { params: input?.params }), input?.query ?? {}],
    queryFn: ({ pageParam, signal }) => getPage<Item>(pageParam, signal),
    initialPageParam: addressOf(call as Call<any, CallInput>, input),
    getNextPageParam: (last: Page<Item>) => last.next,
  })

/** Changes the items of a cached list. What stays the same keeps its identity. */
export function changeItems<Item, Param>(
  data: InfiniteData<Page<Item>, Param> | undefined,
  change: (items: Item[]) => Item[]
): InfiniteData<Page<Item>, Param> | undefined {
  if (!data) return data
  const pages = data.pages.map((page) => {
    const items = change(page.items)
    return items === page.items ? page : { ...page, items }
  })
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages }
}
