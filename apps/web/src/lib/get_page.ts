import { send } from './api_client.ts'
import { nextPage } from './next_page.ts'

/** A part of a list, and the address of the next part; null after the last one. */
export interface Page<Item> {
  items: Item[]
  next: string | null
}

/** The part of a list that stands at an address. The address of the next comes with the answer. */
export async function getPage<Item>(address: string, signal?: AbortSignal): Promise<Page<Item>> {
  const response = await send('GET', address, { signal })
  return { items: (await response.json()) as Item[], next: nextPage(response.headers.get('Link')) }
}
