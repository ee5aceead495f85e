import { parseSearch, type Search } from '#modules/kernel/search'

const quotes = /["“”„«»]/
const term = new RegExp(`${quotes.source}([^"“”„«»]*)${quotes.source}?|([^\\s"“”„«»]+)`, 'gu')

/** Prepares a text as `chat_search_text` does in the database. */
const searchable = (text: string) => text.replaceAll(/[*_~`]/g, '').replaceAll(/\s+/g, ' ')

/** Parses what a user typed: words, and "phrases" in any quotation marks. A message has to contain all of them, anywhere. */
export const parseTerms = (q: string): Search[] => {
  const found = new Map<string, Search>()
  for (const [, phrase, word] of q.matchAll(term)) {
    const search = parseSearch(searchable(phrase ?? word!))
    if (search) found.set(search.text, search)
  }
  return [...found.values()]
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Returns an expression that matches the terms in a text for readers, with one group. The longest term at a place wins. */
export const termPattern = (terms: readonly Search[]): RegExp =>
  new RegExp(
    `(${terms
      .map(({ text }) => text)
      .toSorted((one, other) => other.length - one.length)
      .map((text) => escaped(text).replaceAll(' ', '\\s+'))
      .join('|')})`,
    'iu'
  )
