import type { NodeConnectionOptions } from '@nats-io/transport-node'

/** Converts addresses to the client's options. All addresses have the same protocol, and the first one has the credentials. */
export const serversIn = (addresses: string, ca?: string): NodeConnectionOptions => {
  const urls = addresses.split(',').map((address) => {
    if (!URL.canParse(address.trim())) throw new TypeError('An address of the bus is invalid.')
    return new URL(address.trim())
  })
  const [{ protocol, username, password }] = urls as [URL]
  if (!['nats:', 'tls:'].includes(protocol) || urls.some((url) => url.protocol !== protocol || !url.hostname))
    throw new TypeError('The addresses of the bus must all begin with nats:// or all with tls://.')
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    ...(user && (pass ? { user, pass } : { token: user })),
    ...(protocol === 'tls:' && { tls: ca ? { ca } : {} }),
  }
}
