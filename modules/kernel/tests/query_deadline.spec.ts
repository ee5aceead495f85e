import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { test } from '@japa/runner'
import { GuardedClient } from '../query_deadline.ts'
import { isOutage } from '../sql.ts'

/** PostgreSQL's messages for: you are let in, and: the next query, please. */
const welcome = [0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]

/** Lets everyone in, and answers the first query when it is told to, with `SELECT 0`. In a thread of its own: tests block theirs. */
const databaseThread = `
  const { parentPort } = require('node:worker_threads')
  const { createServer } = require('node:net')
  const done = [0x43, 0, 0, 0, 13, ...Buffer.from('SELECT 0\\0'), 0x5a, 0, 0, 0, 5, 0x49]
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from(${JSON.stringify(welcome)}))
      socket.once('data', () => setTimeout(() => socket.write(Buffer.from(done)), 20))
    })
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

test.group('A connection with deadlines', () => {
  test('is destroyed when a query gets no answer in time, and its other queries fail at once', async ({
    assert,
    cleanup,
  }) => {
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
    const other = client.query('select 2').catch((error: unknown) => error)
    const missed = await client.query({ text: 'select 1', deadlineMs: 50 }).catch((error: unknown) => error)
    for (const error of [missed, await other]) assert.isTrue(isOutage(error), String(error))
    const socket = await accepted.promise
    socket.resume()
    await once(socket, 'close')
  })

  test('reads what came while the process was paused before it judges', async ({ assert, cleanup }) => {
    const thread = new Worker(databaseThread, { eval: true })
    cleanup(() => void thread.terminate())
    const [port] = await once(thread, 'message')
    const client = new GuardedClient({ host: '127.0.0.1', port, queryDeadlineMs: 50 })
    client.on('error', () => {})
    await client.connect()
    const answer = client.query('select')
    // Lets the query out, and then does nothing for longer than its deadline.
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500))
    assert.deepEqual((await answer).rows, [])
    client.destroy()
  })
})
