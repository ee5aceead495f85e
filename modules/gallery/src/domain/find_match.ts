import { isFoundInside } from '#modules/kernel/words'
import type { CharacterSummary, SearchMatch } from '../../api.ts'
import { ranks } from './search.ts'

/** Letters of a description before and after the match. */
const before = 40
const after = 80

/**
 * Returns the match of a search, for highlighting. PostgreSQL and JavaScript may fold rare letters differently, so the match may lack the
 * searched text.
 */
export const findMatch = (
  { name, category, tags, description }: Pick<CharacterSummary, 'name' | 'category' | 'tags' | 'description'>,
  rank: number,
  text: string
): SearchMatch => {
  const wanted = text.toLowerCase()
  if (rank === ranks.tag) {
    const word = (isFoundInside(wanted) ? '' : ' ') + wanted.replace(/\s+/gu, ' ')
    const tag = [...tags, category].find((one) => ` ${one.toLowerCase()}`.includes(word))
    return { field: 'tag', text: tag ?? category }
  }
  if (rank < ranks.tag || description === null || name.toLowerCase().includes(wanted))
    return { field: 'name', text: name }
  return { field: 'description', text: excerpt(description, wanted) }
}

/** Returns the words around the match on one line, with an ellipsis where the description continues. */
const excerpt = (description: string, wanted: string): string => {
  const at = Math.max(0, description.toLowerCase().indexOf(wanted))
  const start = at <= before ? 0 : description.indexOf(' ', at - before - 1) + 1
  const first = start === 0 || start > at ? Math.max(0, at - before) : start
  const end = at + wanted.length + after
  const last =
    end >= description.length ? description.length : Math.max(description.lastIndexOf(' ', end), at + wanted.length)
  const shown = description
    .slice(at <= before ? 0 : first, last)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim()
  return `${at <= before ? '' : '…'}${shown}${last < description.length ? '…' : ''}`
}
