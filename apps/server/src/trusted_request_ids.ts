import type { RequestListener } from 'node:http'

/** Matches a UUID, a ULID, 32 hex digits and similar ids. */
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/

/**
 * Accepts `X-Request-Id` only from a trusted proxy and only when well-formed, because it is logged and sent back. Runs before the
 * framework, which reads the id before any middleware.
 */
export const withTrustedRequestIds =
  (handle: RequestListener, { trustProxy }: { trustProxy: boolean }): RequestListener =>
  (request, response) => {
    const given = request.headers['x-request-id']
    if (given !== undefined && !(trustProxy && wellFormed.test(String(given)))) delete request.headers['x-request-id']
    return handle(request, response)
  }
