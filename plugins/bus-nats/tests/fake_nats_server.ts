import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** As much of a NATS server as the client uses, by https://docs.nats.io/reference/reference-protocols/nats-protocol. */
export const startFakeNats = async ({ port = 0, nonce = '' } = {}) => {
  const connects: object[] = []
  const published: string[] = []
  const clients = new Set<Client>()
  const server = createServer((socket) => {
    const client = new Client({ socket, all: clients, connects, published, nonce })
    clients.add(client)
    socket.on('error', () => {}).on('close', () => clients.delete(client))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** The options of each client that has signed in. */
    connects,
    /** The subjects of all messages. */
    published,
    close: async () => {
      for (const { socket } of clients) socket.destroy()
      server.close()
    },
  }
}

interface ClientDeps {
  socket: Socket
  all: ReadonlySet<Client>
  connects: object[]
  published: string[]
  nonce: string
}

class Client {
  readonly socket: Socket
  readonly #all: ReadonlySet<Client>
  readonly #connects: object[]
  readonly #published: string[]
  readonly #subjects = new Map<string, string>()
  #rest = Buffer.alloc(0)
  #hasEcho = true

  constructor({ socket, all, connects, published, nonce }: ClientDeps) {
    this.socket = socket
    this.#all = all
    this.#connects = connects
    this.#published = published
    const info = { server_id: 'fake', version: '2.10.0', proto: 1, max_payload: 1_048_576, headers: true, nonce }
    socket.setNoDelay(true).write(`INFO ${JSON.stringify(info)}\r\n`)
    socket.on('data', (data) => {
      this.#rest = Buffer.concat([this.#rest, data])
      while (this.#readCommand());
    })
  }

  /** Handles one command. Returns false while it is incomplete. */
  #readCommand(): boolean {
    const end = this.#rest.indexOf('\r\n')
    if (end === -1) return false
    const [verb = '', ...rest] = this.#rest.toString('utf8', 0, end).split(' ')
    let next = end + 2
    if (verb === 'PUB') {
      const length = Number(rest.at(-1))
      if (this.#rest.length < next + length + 2) return false
      this.#publish(rest[0]!, this.#rest.subarray(next, next + length))
      next += length + 2
    } else if (verb === 'CONNECT') {
      const options = JSON.parse(rest.join(' '))
      this.#connects.push(options)
      this.#hasEcho = options.echo !== false
    } else if (verb === 'PING') this.socket.write('PONG\r\n')
    else if (verb === 'SUB') this.#subjects.set(rest.at(-1)!, rest[0]!)
    else if (verb === 'UNSUB') this.#subjects.delete(rest[0]!)
    else if (verb !== 'PONG') this.socket.end(`-ERR 'Unknown Protocol Operation'\r\n`)
    this.#rest = this.#rest.subarray(next)
    return true
  }

  #publish(subject: string, payload: Buffer) {
    this.#published.push(subject)
    for (const client of this.#all)
      if (client !== this || this.#hasEcho)
        for (const [id, subscribed] of client.#subjects)
          if (subscribed === subject)
            client.socket.write(
              Buffer.concat([Buffer.from(`MSG ${subject} ${id} ${payload.length}\r\n`), payload, Buffer.from('\r\n')])
            )
  }
}
