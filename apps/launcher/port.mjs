import { createServer } from 'node:net'
import { Refusal } from './say.mjs'

/** Throws a Refusal when the server couldn't listen on the port. Checks by listening. */
export function checkPort({ host, port }) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => reject(new Refusal(reasonFor(error, { host, port }))))
    server.listen({ host: host ?? '0.0.0.0', port, exclusive: true }, () => server.close(() => resolve()))
  })
}

/** A port of this machine that is free right now. */
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

function reasonFor({ code, message }, { host, port }) {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program: stop it, or choose another port: PORT=${otherPort(port)} npm start`
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this user has: choose one above 1023: PORT=3333 npm start`
  return `Nothing can listen on ${host ?? '0.0.0.0'}, port ${port} (${message}): check HOST and PORT.`
}

const otherPort = (port) => (port < 65_535 ? port + 1 : port - 1)
