import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A TCP proxy between a server and its database that can record statements, cut and freeze connections. It parses just enough of
 * PostgreSQL's protocol (version 3, "Message Formats") to separate statements.
 */
export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  url: string
  /** Statements executed since the last call: their names, or the start of their text. Transactions are lists. */
  takeStatements(): (string | string[])[]
  /** Closes all connections and refuses new ones. Resolves when it has refused one. */
  cut(): Promise<void>
  /** Accepts connections again. */
  mend(): void
  /** Stops forwarding without closing anything. Without a name it also applies to new connections. */
  freeze(applicationName?: string): void
  /** Resumes forwarding, starting with the held data. */
  thaw(): void
  /** Lets the next statement that contains this text commit, then breaks the connection before its response. */
  swallowAnswerTo(words: string): Promise<void>
  close(): void
}

export const startDatabaseProxy = async (databaseUrl: string): Promise<DatabaseProxy> => {
  const target = new URL(databaseUrl)
  const connections = new Set<{ client: Socket; database: Socket; startup: string }>()
  let statements: (string | string[])[] = []
  let isCut = false
  let isFrozen = false
  let onRefused: (() => void) | null = null
  let trap: { words: string; onTriggered: () => void } | null = null

  const server = createServer((client) => {
    if (isCut) {
      onRefused?.()
      return client.destroy()
    }
    const database = connect(Number(target.port), target.hostname)
    const connection = { client, database, startup: '' }
    let onExecuted: (() => void) | null = null
    let transaction: string[] | null = null
    connections.add(connection)
    const end = () => {
      connections.delete(connection)
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) socket.on('error', end).on('close', end)
    const readStatements = messageReader(
      (statement) => {
        if (/^begin\b/i.test(statement)) statements.push((transaction = []))
        if (transaction) transaction.push(statement)
        else statements.push(statement)
        if (/^(commit|rollback)\b/i.test(statement)) transaction = null
        if (!trap || !statement.includes(trap.words)) return
        const { onTriggered } = trap
        trap = null
        onExecuted = () => {
          end()
          onTriggered()
        }
      },
      (startup) => (connection.startup = startup)
    )
    // After the commit of a statement outside of a transaction, the database is ready for the next one.
    const readAnswers = answerReader(() => onExecuted?.())
    client.on('data', (data) => {
      readStatements(data)
      database.write(data)
    })
    database.on('data', (data) => {
      readAnswers(data)
      if (!onExecuted) client.write(data)
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
      return new Promise((resolve) => (onRefused = resolve))
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

/** Calls back for each ReadyForQuery of the database. Each message has a type byte and a length. */
const answerReader = (onReady: () => void) => {
  let rest: Buffer = Buffer.alloc(0)
  return (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= 5) {
      const length = rest.readInt32BE(1) + 1
      if (rest.length < length) return
      const type = String.fromCharCode(rest[0]!)
      rest = rest.subarray(length)
      if (type === 'Z') onReady()
    }
  }
}
