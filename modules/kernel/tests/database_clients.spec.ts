import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { test } from '@japa/runner'
import pg from 'pg'
import { GuardedClient } from '../database_clients.ts'
import { isOutage } from '../sql.ts'

/** PostgreSQL's messages AuthenticationOk and ReadyForQuery. */
const welcome = [0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]

/**
 * Accepts any connection and answers its first query with `SELECT 0`, once the test has blocked its own thread, which it then lets go on.
 */
const databaseThread = `
  const { parentPort, workerData: steps } = require('node:worker_threads')
  const { createServer } = require('node:net')
  const done = [0x43, 0, 0, 0, 13, ...Buffer.from('SELECT 0\\0'), 0x5a, 0, 0, 0, 5, 0x49]
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from(${JSON.stringify(welcome)}))
      socket.once('data', () => {
        Atomics.wait(steps, 0, 0)
        socket.write(Buffer.from(done), () => {
          Atomics.store(steps, 1, 1)
          Atomics.notify(steps, 1)
        })
      })
    })
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

test.group('A connection with deadlines', () => {
  test('is destroyed when a query times out, and its other queries fail immediately', async ({ assert, cleanup }) => {
    const accepted = Promise.withResolvers<Socket>()
    const server = createServer((socket) => {
      accepted.resolve(socket)
      socket.once('data', () => socket.write(Buffer.from(welcome)))
    }).listen(0, '127.0.0.1')
    cleanup(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const client = new GuardedClient({ host: '127.0.0.1', port, queryDeadlineMs: 60_000 })
    client.on('error', () => {})
    await client.connect()
    const other = client.query('SELECT 2').catch((error: unknown) => error)
    const missed = await client.query({ text: 'SELECT 1', deadlineMs: 50 }).catch((error: unknown) => error)
    for (const error of [missed, await other]) assert.isTrue(isOutage(error), String(error))
    const socket = await accepted.promise
    socket.resume()
    await once(socket, 'close')
  })

  test('is not reused when the server is about to close it', async ({ assert, cleanup }) => {
    const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0')
    const length = Buffer.alloc(4)
    length.writeInt32BE(fields.length + 4)
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.write(Buffer.from(welcome))
        // The connection stays open.
        socket.once('data', () => socket.write(Buffer.concat([Buffer.from('E'), length, fields])))
      })
    }).listen(0, '127.0.0.1')
    cleanup(() => void server.close())
    await once(server, 'listening')
    const client = new GuardedClient({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
    client.on('error', () => {})
    await client.connect()
    assert.isUndefined(client.__knex__disposed)
    const error = await client.query('COMMIT').catch((reason: unknown) => reason)
    assert.equal(client.__knex__disposed, error)
    client.destroy()
  })

  test('gives pg one query at a time, in the order of the calls', async ({ assert, cleanup }) => {
    const { query } = pg.Client.prototype
    cleanup(() => void (pg.Client.prototype.query = query))
    let [running, most] = [0, 0]
    pg.Client.prototype.query = (async (n: number) => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      if (n === 2) throw new Error('It failed.')
      return n
    }) as unknown as typeof query
    const client = new GuardedClient()
    const settled = await Promise.allSettled([1, 2, 3, 4].map((n) => client.query(n) as Promise<number>))
    assert.deepEqual(
      settled.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed')),
      [1, 'failed', 3, 4]
    )
    assert.equal(most, 1)
  })

  test('reads a pending answer before it times out a query when the process was paused', async ({
    assert,
    cleanup,
  }) => {
    const steps = new Int32Array(new SharedArrayBuffer(8))
    const thread = new Worker(databaseThread, { eval: true, workerData: steps })
    cleanup(() => void thread.terminate())
    const [port] = await once(thread, 'message')
    const client = new GuardedClient({ host: '127.0.0.1', port, queryDeadlineMs: 50 })
    client.on('error', () => {})
    await client.connect()
    const answer = client.query('SELECT')
    // The query is sent first. Then this thread blocks until it is answered, and until its deadline has passed.
    setImmediate(() => {
      Atomics.store(steps, 0, 1)
      Atomics.notify(steps, 0)
      Atomics.wait(steps, 1, 0)
      Atomics.wait(steps, 0, 1, 60)
    })
    assert.deepEqual((await answer).rows, [])
    client.destroy()
  })
})
