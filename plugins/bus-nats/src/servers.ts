import type { NodeConnectionOptions } from '@nats-io/transport-node'

/**
 * Converts addresses to the client's options. Throws a `TypeError` for invalid ones. All addresses have the same protocol, and the first one
 * has the credentials.
 */
export const serversIn = (addresses: string, ca?: string): NodeConnectionOptions => {
  const urls = addresses.split(',').map((address) => {
    const url = URL.canParse(address.trim()) ? new URL(address.trim()) : null
    if (!url?.hostname)
      throw new TypeError('it must consist of addresses such as nats://HOST:4222, separated by commas')
    return url
  })
  const [{ protocol, username, password }] = urls as [URL]
  if (!['nats:', 'tls:'].includes(protocol) || urls.some((url) => url.protocol !== protocol))
    throw new TypeError('its addresses must all begin with nats:// or all with tls://')
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    ...(user && (pass ? { user, pass } : { token: user })),
    ...(protocol === 'tls:' && { tls: ca ? { ca } : {} }),
  }
}
