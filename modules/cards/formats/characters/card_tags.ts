import { tidyTags } from '#modules/gallery/api'
import { isLonger } from '#modules/kernel/text'
import { cardLimits } from './card_limits.ts'
import type { ReadingOptions } from './character_draft.ts'
import type { ReadingNotes } from './reading_notes.ts'

export interface SortedTags {
  category: string
  tags: string[]
  isAdult: boolean
}

/**
 * Derives the category and the tags from a card's tags. Unless the category is known, the first tag that names a category becomes it and is
 * removed. Keeps the first 20 tags that aren't too long.
 */
export const sortTags = (
  cardTags: readonly string[],
  { categories, defaultCategory, adultCategory }: ReadingOptions,
  notes: ReadingNotes,
  knownCategory: string | null
): SortedTags => {
  const all = tidyTags(cardTags)
  const named = knownCategory === null ? firstCategory(categories, all) : undefined
  const category = knownCategory ?? named ?? defaultCategory
  const others = named === undefined ? all : all.filter((tag) => categoryNamed(categories, tag) !== named)
  const short = others.filter((tag) => !isLonger(tag, cardLimits.tagMax))
  if (short.length < others.length)
    notes.warn(
      `${others.length - short.length} tags have more than ${cardLimits.tagMax} characters. The original keeps them.`
    )
  if (short.length > cardLimits.tagsMax)
    notes.warn(`The card has ${short.length} tags. The first ${cardLimits.tagsMax} are used; the original keeps all.`)
  return {
    category,
    tags: short.slice(0, cardLimits.tagsMax),
    isAdult: category === adultCategory || all.some(isAdultTag),
  }
}

const firstCategory = (categories: readonly string[], tags: readonly string[]): string | undefined =>
  tags.map((tag) => categoryNamed(categories, tag)).find((category) => category !== undefined)

export const categoryNamed = (categories: readonly string[], tag: string): string | undefined =>
  categories.find((category) => category.toLowerCase() === tag.trim().toLowerCase())

const adultWords = new Set(['nsfw', 'nsfl', '18+', '+18', 'r18', 'r18+', 'r-18', 'hentai', 'smut', 'porn', 'xxx'])

/** Whether a tag marks adult content: `NSFW`, `#nsfw`, `NSFW/SFW`, `18+`, `Adults only`. */
export const isAdultTag = (tag: string): boolean => {
  const words = tag
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s#/,_|()[\]:;.]+/)
    .filter((word) => word !== '')
  return (
    words.some((word) => adultWords.has(word) || word.split('-').some((part) => adultWords.has(part))) ||
    /^(?:adults? only|adult content|not safe for work)$/.test(words.join(' '))
  )
}
