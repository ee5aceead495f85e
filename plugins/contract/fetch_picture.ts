import { letRunOut, readBytes } from './body.ts'
import { ProviderError } from './errors.ts'
import { pictureBytesMax, type DrawnImage } from './image.ts'
import { pictureOf } from './picture.ts'
import type { Transport } from './transport.ts'

/**
 * The picture behind a link that an upstream gave. `mayFetch` decides by the whole address, before anything is asked: a link is
 * the upstream's word, and may point anywhere. Redirects are refused, whereto ever; no key is sent; what weighs more than
 * `pictureBytesMax` is hung up on. Throws `ProviderError`, which never quotes the link.
 */
export async function fetchPicture(
  transport: Transport,
  link: unknown,
  mayFetch: (url: URL) => boolean,
  signal: AbortSignal
): Promise<DrawnImage> {
  const url = typeof link === 'string' ? URL.parse(link) : null
  if (url === null || url.username !== '' || url.password !== '' || !mayFetch(url))
    throw new ProviderError('invalid_response', 'The provider sent a link to a place where it has no pictures.')
  const call = { method: 'GET' as const, url: url.href, headers: { accept: 'image/png, image/jpeg, image/webp' } }
  const { status, headers, body } = await transport(call, signal)
  if (status === 200) return pictureOf(await readBytes(body, pictureBytesMax, headers))
  letRunOut(body[Symbol.asyncIterator]())
  const code = status >= 500 || status === 429 ? 'unavailable' : 'invalid_response'
  throw new ProviderError(code, `The picture could not be fetched from the provider: it answered ${status}.`, {
    status,
  })
}
