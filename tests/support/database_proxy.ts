import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A wire between a server and its database, on which a test may listen, and which it may cut. Speaks just enough of PostgreSQL's
 * protocol (version 3, "Message Formats") to tell statements apart.
 */
export interface DatabaseProxy {
  /** The address of the database, by way of this wire. */
  url: string
  /** What has been executed since the last look: the statement's name where it has one, else the beginning of its text. */
  takeStatements(): string[]
  /** Lets nothing through any more, and hangs up on all. */
  cut(): void
  /** Lets new connections through again. */
  mend(): void
  /** Forwards nothing any more and closes nothing: packets vanish. Without a name also for connections that are opened meanwhile. */
  freeze(applicationName?: string): void
  /** Forwards again, what was held back first. */
  thaw(): void
  /** The next statement whose name or text has this in it is executed, but its answer never arrives: the wire breaks. */
  swallowAnswerTo(words: string): Promise<void>
  close(): void
}

export const startDatabaseProxy = async (databaseUrl: string): Promise<DatabaseProxy> => {
  const target = new URL(databaseUrl)
  const wires = new Set<{ client: Socket; database: Socket; muted: boolean; startup: string }>()
  let statements: string[] = []
  let isCut = false
  let isFrozen = false
  let trap: { words: string; sprung: () => void } | null = null

  const server = createServer((client) => {
    if (isCut) return client.destroy()
    const database = connect(Number(target.port), target.hostname)
    const wire = { client, database, muted: false, startup: '' }
    wires.add(wire)
    const end = () => {
      wires.delete(wire)
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) socket.on('error', end).on('close', end)
    const readStatements = messageReader(
      (statement) => {
        statements.push(statement)
        if (!trap || !statement.includes(trap.words)) return
        wire.muted = true
        const { sprung } = trap
        trap = null
        // The database has long executed and committed it when the wire breaks.
        setTimeout(() => {
          end()
          sprung()
        }, 150)
      },
      (startup) => (wire.startup = startup)
    )
    client.on('data', (data) => {
      readStatements(data)
      database.write(data)
    })
    database.on('data', (data) => {
      if (!wire.muted) client.write(data)
    })
    if (isFrozen) for (const socket of [client, database]) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const hangUp = () => {
    for (const { client, database } of wires) {
      client.destroy()
      database.destroy()
    }
  }
  return {
    url: url.href,
    takeStatements: () => statements.splice(0),
    cut() {
      isCut = true
      hangUp()
    },
    mend() {
      isCut = false
    },
    freeze(applicationName) {
      isFrozen = applicationName === undefined
      for (const { client, database, startup } of wires)
        if (isFrozen || startup.includes(`\0application_name\0${applicationName}\0`))
          for (const socket of [client, database]) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const { client, database } of wires) for (const socket of [client, database]) socket.resume()
    },
    swallowAnswerTo: (words) => new Promise((resolve) => (trap = { words, sprung: resolve })),
    close() {
      isCut = true
      hangUp()
      server.close()
    },
  }
}

/** Reads what a client sends: startup messages have no type byte, all others have one and a length. */
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
