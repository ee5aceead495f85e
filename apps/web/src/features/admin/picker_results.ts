import { sentenceOf } from '../../lib/api_error.ts'

/** Whom a picker offers for what was typed. */
export interface PickerResults<Item> {
  items: readonly Item[]
  /** They are those of what is typed now, not of what was typed before. */
  isSettled: boolean
  /** For people who listen, and for all where there is nobody to show. */
  status: string
  title: string
}

/** So many are offered: whoever is not among them is found by another word. */
export const maxResults = 6

interface PickerQuery<Item> {
  list: { data: unknown; error: unknown; isError: boolean; isPlaceholderData: boolean; hasNextPage: boolean }
  items: readonly Item[] | undefined
  /** What was asked for. */
  q: string
  /** What stands in the field. */
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
