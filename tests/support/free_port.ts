import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * Returns a port that no other process gets for the next minute unless it asks for that port. The side that closes a connection first keeps
 * its port in TIME_WAIT. The kernel chooses no such port for a listener or a connection, but a listener may ask for it.
 */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  const [accepted] = (await once(server, 'connection')) as [Socket]
  accepted.end()
  client.resume()
  await once(client, 'close')
  server.close()
  await once(server, 'close')
  return port
}
