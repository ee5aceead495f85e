import { sorts, type CharacterFilter } from './api/list_characters.ts'

/** The gallery's URL for a search, category and sort order. */
export function galleryAddress({ q, category, sort }: Partial<CharacterFilter>): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  if (category) query.set('category', category)
  if (sort && sort !== 'popular') query.set('sort', sort)
  return query.size === 0 ? '/' : `/?${query}`
}

/** The filter in a gallery URL. An unknown sort order becomes the default. */
export function readGalleryAddress(query: URLSearchParams): CharacterFilter {
  return {
    q: query.get('q') ?? '',
    category: query.get('category') ?? '',
    sort: sorts.find((known) => known === query.get('sort')) ?? 'popular',
  }
}
