import { send } from './api_client.ts'
import { nextPage } from './next_page.ts'

/** One page of a list, and the address of the next page; null on the last one. */
export interface Page<Item> {
  items: Item[]
  next: string | null
}

export async function getPage<Item>(address: string, signal?: AbortSignal): Promise<Page<Item>> {
  const response = await send('GET', address, { signal })
  return { items: (await response.json()) as Item[], next: nextPage(response.headers.get('Link')) }
}
