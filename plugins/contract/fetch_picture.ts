import { drainBody, readBytes } from './body.ts'
import { ProviderError } from './errors.ts'
import { pictureBytesMax, type DrawnImage } from './image.ts'
import { pictureOf } from './picture.ts'
import type { Transport } from './transport.ts'

/**
 * Fetches the picture behind an upstream's link. The link is untrusted, so `mayFetch` checks the whole URL first. Refuses redirects and
 * bodies above `pictureBytesMax`, and sends no key, unless the upstream itself serves its pictures and `headers` has it. Throws
 * `ProviderError`, which never quotes the link.
 */
export async function fetchPicture(
  transport: Transport,
  link: unknown,
  mayFetch: (url: URL) => boolean,
  signal: AbortSignal,
  headers: Record<string, string> = {}
): Promise<DrawnImage> {
  const url = typeof link === 'string' ? URL.parse(link) : null
  if (url === null || url.username !== '' || url.password !== '' || !mayFetch(url))
    throw new ProviderError('invalid_response', 'The provider sent a link to a host that is not allowed.')
  const accept = 'image/png, image/jpeg, image/webp'
  const call = { method: 'GET' as const, url: url.href, headers: { ...headers, accept } }
  const { status, headers: received, body } = await transport(call, signal)
  if (status === 200) return pictureOf(await readBytes(body, pictureBytesMax, received))
  drainBody(body[Symbol.asyncIterator]())
  const code = status >= 500 || status === 429 ? 'unavailable' : 'invalid_response'
  throw new ProviderError(code, `The picture could not be fetched: the provider answered ${status}.`, {
    status,
  })
}
