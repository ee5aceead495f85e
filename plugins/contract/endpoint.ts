import { ProviderError } from './errors.ts'

/**
 * Appends `path` to the configured base URL. Keeps the queries of both, such as `?api-version=…`. Ignores trailing slashes of the base.
 * Throws `misconfigured` unless the base is an http or https URL.
 */
export function endpointOf(baseUrl: string, path: string): string {
  const url = URL.parse(baseUrl)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new ProviderError('misconfigured', 'The base URL of the provider must be an http or https URL.')
  }
  const [pathname = '', query = ''] = path.split('?', 2)
  url.pathname = url.pathname.replace(/\/+$/, '') + pathname
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.append(name, value)
  return url.href
}
