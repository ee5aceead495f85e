import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A TCP proxy between a server and its database that can record statements, cut and freeze connections. It parses just enough of
 * PostgreSQL's protocol (version 3, "Message Formats") to separate statements.
 */
export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  url: string
  /** Statements executed since the last call: their names, or the start of their text. */
  takeStatements(): string[]
  /** Closes all connections and refuses new ones. */
  cut(): void
  /** Accepts connections again. */
  mend(): void
  /** Stops forwarding without closing anything. Without a name it also applies to new connections. */
  freeze(applicationName?: string): void
  /** Resumes forwarding, starting with the held data. */
  thaw(): void
  /** Lets the next statement that contains this text execute, then breaks the connection before its response. */
  swallowAnswerTo(words: string): Promise<void>
  close(): void
}

export const startDatabaseProxy = async (databaseUrl: string): Promise<DatabaseProxy> => {
  const target = new URL(databaseUrl)
  const connections = new Set<{ client: Socket; database: Socket; isMuted: boolean; startup: string }>()
  let statements: string[] = []
  let isCut = false
  let isFrozen = false
  let trap: { words: string; onTriggered: () => void } | null = null

  const server = createServer((client) => {
    if (isCut) return client.destroy()
    const database = connect(Number(target.port), target.hostname)
    const connection = { client, database, isMuted: false, startup: '' }
    connections.add(connection)
    const end = () => {
      connections.delete(connection)
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) socket.on('error', end).on('close', end)
    const readStatements = messageReader(
      (statement) => {
        statements.push(statement)
        if (!trap || !statement.includes(trap.words)) return
        connection.isMuted = true
        const { onTriggered } = trap
        trap = null
        // By then, the database has executed and committed the statement.
        setTimeout(() => {
          end()
          onTriggered()
        }, 150)
      },
      (startup) => (connection.startup = startup)
    )
    client.on('data', (data) => {
      readStatements(data)
      database.write(data)
    })
    database.on('data', (data) => {
      if (!connection.isMuted) client.write(data)
    })
    if (isFrozen) for (const socket of [client, database]) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const closeAll = () => {
    for (const { client, database } of connections) {
      client.destroy()
      database.destroy()
    }
  }
  return {
    url: url.href,
    takeStatements: () => statements.splice(0),
    cut() {
      isCut = true
      closeAll()
    },
    mend() {
      isCut = false
    },
    freeze(applicationName) {
      isFrozen = applicationName === undefined
      for (const { client, database, startup } of connections)
        if (isFrozen || startup.includes(`\0application_name\0${applicationName}\0`))
          for (const socket of [client, database]) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const { client, database } of connections) for (const socket of [client, database]) socket.resume()
    },
    swallowAnswerTo: (words) => new Promise((resolve) => (trap = { words, onTriggered: resolve })),
    close() {
      isCut = true
      closeAll()
      server.close()
    },
  }
}

/** Parses client messages: startup messages have no type byte, others have a type byte and a length. */
const messageReader = (onStatement: (statement: string) => void, onStartup: (parameters: string) => void) => {
  let rest = Buffer.alloc(0)
  let hasStarted = false
  const textOf = new Map<string, string>()
  let bound = ''
  return (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      const head = hasStarted ? 1 : 0
      if (rest.length < head + 4) return
      const length = rest.readInt32BE(head) + head
      if (rest.length < length) return
      const type = hasStarted ? String.fromCharCode(rest[0]!) : ''
      const body = rest.subarray(head + 4, length)
      rest = rest.subarray(length)
      if (!hasStarted) onStartup(body.toString())
      hasStarted = true
      const [first, second] = body.toString('utf8', 0, 2_000).split('\0')
      if (type === 'Q') onStatement(first!)
      else if (type === 'P') textOf.set(first!, second!.trim().slice(0, 200))
      else if (type === 'B') bound = second ? second : (textOf.get('') ?? '')
      else if (type === 'E') onStatement(bound)
    }
  }
}
