/** Where the first page of a list is: so many of those that the words find, of all where there are none. */
export function searchAddress(path: string, { q, limit }: { q: string; limit: number }): string {
  const query = new URLSearchParams({ limit: String(limit) })
  if (q !== '') query.set('q', q)
  return `${path}?${query}`
}
