import { sorts, type CharacterFilter } from './api/list_characters.ts'

/** Where the gallery shows this search, chip and order. */
export function galleryAddress({ q, category, sort }: Partial<CharacterFilter>): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  if (category) query.set('category', category)
  if (sort && sort !== 'popular') query.set('sort', sort)
  return query.size === 0 ? '/' : `/?${query}`
}

/** What an address asks the gallery for; an order that does not exist is the usual one. */
export function readGalleryAddress(query: URLSearchParams): CharacterFilter {
  return {
    q: query.get('q') ?? '',
    category: query.get('category') ?? '',
    sort: sorts.find((known) => known === query.get('sort')) ?? 'popular',
  }
}
