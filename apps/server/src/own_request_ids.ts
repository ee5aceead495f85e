import type { RequestListener } from 'node:http'

/** What proxies make of an id: a UUID, a ULID, 32 hex digits and the like. */
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/

/**
 * Takes the id that a request brings only from the proxy that we trust, and only where it is one: it goes into every line of the log
 * and back to whoever asked. Must come first, since the log knows the id before any middleware runs.
 */
export const withOwnRequestIds =
  (handle: RequestListener, { trustProxy }: { trustProxy: boolean }): RequestListener =>
  (request, response) => {
    const said = request.headers['x-request-id']
    if (said !== undefined && !(trustProxy && wellFormed.test(String(said)))) delete request.headers['x-request-id']
    return handle(request, response)
  }
