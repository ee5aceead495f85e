import { ProviderError } from './errors.ts'

/**
 * An upstream's call as an address: `path`, with a query or without, behind what its operator configured, with a slash at its end or
 * without. A query there (`?api-version=…`) is kept. Throws `misconfigured` for what is no http(s) address.
 */
export function endpointOf(baseUrl: string, path: string): string {
  const url = URL.parse(baseUrl)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new ProviderError('misconfigured', 'The base URL of the provider must be an http or https address.')
  }
  const [pathname = '', query = ''] = path.split('?', 2)
  url.pathname = url.pathname.replace(/\/+$/, '') + pathname
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.append(name, value)
  return url.href
}
