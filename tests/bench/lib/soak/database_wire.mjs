import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Starts a TCP proxy to the database that can freeze. A frozen proxy accepts connections, but forwards and closes nothing. */
export async function startDatabaseWire(databaseUrl) {
  const target = new URL(databaseUrl)
  const sockets = new Set()
  let isFrozen = false
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    const end = () => {
      client.destroy()
      database.destroy()
      sockets.delete(client)
      sockets.delete(database)
    }
    for (const [from, to] of [
      [client, database],
      [database, client],
    ]) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('error', end).on('close', end)
      from.on('data', (data) => to.write(data))
      if (isFrozen) from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(server.address().port)
  return {
    url: url.href,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
