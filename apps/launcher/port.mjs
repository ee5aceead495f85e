import net, { createServer } from 'node:net'
import process from 'node:process'
import { getSystemErrorName } from 'node:util'
import { Refusal } from './say.mjs'

/**
 * Checks, by listening, that the server can listen on the port. Throws a Refusal if it can't. Returns the address that HOST resolves to as
 * `{ address, family }`.
 */
export function checkPort({ host, port }) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => reject(new Refusal(reasonFor(error, { host, port }))))
    server.listen({ host: host ?? '0.0.0.0', port, exclusive: true }, () => {
      const { address, family } = server.address()
      server.close(() => resolve({ address, family }))
    })
  })
}

/**
 * Opens the socket that all server processes inherit. Returns `{ fd, close() }`. This process never accepts a connection from the socket.
 * Connections are refused until the first server listens. After that, they wait in the socket's queue, even while no server runs.
 *
 * Returns null where processes can't inherit a socket (Windows).
 */
export async function openListener({ host, port }) {
  const { address, family } = await checkPort({ host, port })
  // Node's cluster module opens shared sockets like this, too. A public net.Server would accept connections itself.
  if (process.platform === 'win32' || !net._createServerHandle) return null
  const handle = net._createServerHandle(address, port, family === 'IPv6' ? 6 : 4)
  if (typeof handle === 'number') throw new Refusal(reasonFor({ code: getSystemErrorName(handle) }, { host, port }))
  const bound = {}
  handle.getsockname(bound)
  if (bound.port !== port) {
    handle.close()
    throw new Refusal(reasonFor({ code: 'EADDRINUSE' }, { host, port }))
  }
  return { fd: handle.fd, close: () => handle.close() }
}

/** Returns a port of this machine that is free right now. */
export function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

function reasonFor({ code, message = code }, { host, port }) {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program: stop it, or choose another port: PORT=${otherPort(port)} npm start`
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this user has: choose one above 1023: PORT=3333 npm start`
  return `Nothing can listen on ${host ?? '0.0.0.0'}, port ${port} (${message}): check HOST and PORT.`
}

const otherPort = (port) => (port < 65_535 ? port + 1 : port - 1)
