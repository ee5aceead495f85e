import type { CharacterFilter } from './api/list_characters.ts'

/** Where the gallery shows this search and chip. */
export function galleryAddress({ q, category }: CharacterFilter): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  if (category) query.set('category', category)
  return query.size === 0 ? '/' : `/?${query}`
}
