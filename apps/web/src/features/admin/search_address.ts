/** The URL of a list's first page, with an optional search. */
export function searchAddress(path: string, { q, limit }: { q: string; limit: number }): string {
  const query = new URLSearchParams({ limit: String(limit) })
  if (q !== '') query.set('q', q)
  return `${path}?${query}`
}
