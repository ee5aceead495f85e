import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The network between one process and a server on this machine. */
export interface Network {
  /** The port that leads to the server. */
  readonly port: number
  /** Breaks all connections and refuses new ones. */
  cut(): void
  /** Passes nothing on and closes nothing, also for new connections. */
  freeze(): void
  /** Ends `cut` and `freeze`. What was held is passed on. */
  mend(): void
  close(): void
}

/** Opens a network: a TCP proxy. */
export const openNetwork = async (serverPort: number): Promise<Network> => {
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  const server = createServer((client) => {
    if (state === 'cut') return client.destroy()
    const upstream = connect(serverPort, '127.0.0.1')
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = () => {
      // A frozen network doesn't tell the other side.
      if (state === 'frozen') return
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair)
      socket
        .setNoDelay(true)
        .on('error', () => {})
        .on('close', end)
    client.on('data', (data) => upstream.write(data))
    upstream.on('data', (data) => client.write(data))
    if (state === 'frozen') for (const socket of pair) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const destroyAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    pairs.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut'
      destroyAll()
    },
    freeze() {
      state = 'frozen'
      for (const pair of pairs) for (const socket of pair) socket.pause()
    },
    mend() {
      state = 'open'
      for (const pair of pairs)
        if (pair.some(({ destroyed }) => destroyed)) {
          pairs.delete(pair)
          for (const socket of pair) socket.destroy()
        } else for (const socket of pair) socket.resume()
    },
    close() {
      state = 'cut'
      destroyAll()
      server.close()
    },
  }
}
