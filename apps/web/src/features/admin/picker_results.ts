import { sentenceOf } from '#web/lib/api_error'

/** The results that a picker offers. */
export interface PickerResults<Item> {
  items: readonly Item[]
  /** The items belong to the current text. */
  isSettled: boolean
  /** Announced to screen readers, and visible when there are no items. */
  status: string
  title: string
}

export const maxResults = 6

interface PickerQuery<Item> {
  list: { data: unknown; error: unknown; isError: boolean; isPlaceholderData: boolean; hasNextPage: boolean }
  items: readonly Item[] | undefined
  /** The query that was sent. */
  q: string
  /** The current text of the field. */
  text: string
  words: { latest: string; found: string; none: string; failed: string }
}

export const pickerResults = <Item>({ list, items = [], q, text, words }: PickerQuery<Item>): PickerResults<Item> => {
  const isSettled = q === text.trim() && !list.isPlaceholderData
  const title = q === '' ? words.latest : words.found
  const statusText = () => {
    if (list.isError) return sentenceOf(list.error, words.failed)
    if (items.length > 0) return `${items.length}${list.hasNextPage ? ' or more' : ''} found`
    return list.data && isSettled ? words.none : 'Searching…'
  }
  return { items, isSettled, status: statusText(), title }
}
