import { limits, sorts, type Sort } from '#modules/gallery/api'

/** The filter and the order of the gallery. The parameters are the same in the page's URL and in the API call. */
export interface CharacterFilter {
  q: string
  category: string
  /** Every listed character has all of these tags. */
  tags: string[]
  /** No listed character has any of these tags. */
  exclude: string[]
  /** Only the user's own characters. */
  mine: boolean
  liked: boolean
  sort: Sort
}

/** Adds the parameters that differ from the default, and returns the query string. */
export function filterQuery(filter: Partial<CharacterFilter>, query = new URLSearchParams()): string {
  const { q, category, tags = [], exclude = [], mine, liked, sort = 'popular' } = filter
  if (q) query.set('q', q)
  if (category) query.set('category', category)
  if (tags.length > 0) query.set('tags', tags.join(','))
  if (exclude.length > 0) query.set('exclude', exclude.join(','))
  if (mine) query.set('mine', 'true')
  if (liked) query.set('liked', 'true')
  if (sort !== 'popular') query.set('sort', sort)
  return query.toString()
}

/** Returns the gallery's URL for a filter. */
export function galleryAddress(filter: Partial<CharacterFilter>): string {
  const query = filterQuery(filter)
  return query === '' ? '/' : `/?${query}`
}

/** Whether anything but the order differs from the default. */
export const isFiltered = (filter: CharacterFilter): boolean => filterQuery({ ...filter, sort: 'popular' }) !== ''

/** Reads the filter from a gallery URL. An unknown sort order becomes the default. */
export function readGalleryAddress(query: URLSearchParams): CharacterFilter {
  return {
    q: query.get('q') ?? '',
    category: query.get('category') ?? '',
    tags: readTags(query.get('tags')),
    exclude: readTags(query.get('exclude')),
    mine: query.get('mine') === 'true',
    liked: query.get('liked') === 'true',
    sort: sorts.find((known) => known === query.get('sort')) ?? 'popular',
  }
}

/** Reads the tags without blanks and duplicates, and no more of them than a call may have. */
function readTags(value: string | null): string[] {
  const tags = (value ?? '').split(',').map((tag) => tag.trim())
  const byKey = new Map(tags.filter(Boolean).map((tag) => [tag.toLowerCase(), tag]))
  return [...byKey.values()].slice(0, limits.filterTagsMax)
}
