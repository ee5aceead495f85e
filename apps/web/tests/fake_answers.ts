/** One page of a list, as the server gives it: the next one's address stands in the `Link` header. */
export function pageOf(url: URL, items: readonly unknown[]): Response {
  const start = Number(url.searchParams.get('cursor') ?? 0)
  const limit = Number(url.searchParams.get('limit') ?? 500)
  const next = new URL(url)
  next.searchParams.set('cursor', String(start + limit))
  return Response.json(items.slice(start, start + limit), {
    headers: items.length > start + limit ? { Link: `<${next.pathname}${next.search}>; rel="next"` } : {},
  })
}

export const refuse = (status: number, code: string, message: string): Response =>
  Response.json({ message, code }, { status })

/** One event of a stream. */
export const encodeEvent = (event: unknown): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)
