import { sentenceOf } from '../../lib/api_error.ts'

/** Whom a picker offers for what was typed. */
export interface Found<Item> {
  items: readonly Item[]
  /** They are those of what is typed now, not of what was typed before. */
  isSettled: boolean
  /** For people who listen, and for all where there is nobody to show. */
  said: string
  title: string
}

/** So many are offered: whoever is not among them is found by another word. */
export const offered = 6

interface Asked<Item> {
  list: { data: unknown; error: unknown; isError: boolean; isPlaceholderData: boolean; hasNextPage: boolean }
  items: readonly Item[] | undefined
  /** What was asked for. */
  q: string
  /** What stands in the field. */
  text: string
  words: { latest: string; found: string; none: string; failed: string }
}

export const foundOf = <Item>({ list, items = [], q, text, words }: Asked<Item>): Found<Item> => {
  const isSettled = q === text.trim() && !list.isPlaceholderData
  const title = q === '' ? words.latest : words.found
  const say = () => {
    if (list.isError) return sentenceOf(list.error, words.failed)
    if (items.length > 0) return `${items.length}${list.hasNextPage ? ' or more' : ''} found`
    return list.data && isSettled ? words.none : 'Searching…'
  }
  return { items, isSettled, said: say(), title }
}
