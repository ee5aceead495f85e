/** A page of a keyset-paged list. `next` is an opaque cursor, null on the last page. */
export interface Page<Item> {
  items: Item[]
  next: string | null
}

/** Encodes the sort key of a page's last row. Opaque to clients. */
export const encodeCursor = (key: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** Returns null for an invalid cursor. `length` is the expected number of parts in the key. */
export const decodeCursor = (cursor: string, length: number): (string | number | null)[] | null => {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isKey =
      Array.isArray(key) &&
      key.length === length &&
      key.every((part) => part === null || typeof part === 'string' || typeof part === 'number')
    return isKey ? key : null
  } catch {
    return null
  }
}

/** Returns the `Link` header for the next page (RFC 8288). Keeps the query of the current page. */
export const nextPageLink = (url: string, next: string): string => {
  // Only the first question mark starts the query. Values may contain others.
  const start = url.indexOf('?')
  const path = start === -1 ? url : url.slice(0, start)
  const params = new URLSearchParams(start === -1 ? '' : url.slice(start + 1))
  params.set('cursor', next)
  return `<${path}?${params}>; rel="next"`
}
