import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { HttpContext } from '@adonisjs/core/http'
import { test } from '@japa/runner'
import { EventStream } from '../src/http/event_stream.ts'

/** Prepares an event stream on a real response. With `disconnectFirst`, the client disconnects before the stream is opened. */
const respond = async (disconnectFirst: boolean, method = 'GET', agent: http.Agent | false = false) => {
  const server = http.createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = http.request(addressOf(server), { agent, method })
  request.on('error', () => {})
  request.end()
  const [, response] = (await once(server, 'request')) as [http.IncomingMessage, http.ServerResponse]
  if (disconnectFirst) {
    request.destroy()
    await once(response, 'close')
  }
  const open = () => new EventStream({ response: { response } } as unknown as HttpContext)
  return { open, request, response, server, close: () => void server.close() }
}

const addressOf = (server: http.Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Counts the writes of a socket to the system. */
const countWrites = ({ socket }: http.ServerResponse) => {
  const counts = { writes: 0 }
  for (const name of ['_write', '_writev'] as const) {
    const write = socket![name]!.bind(socket) as (...args: unknown[]) => void
    socket![name] = (...args: unknown[]) => {
      counts.writes++
      write(...args)
    }
  }
  return counts
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test.group('An event stream', () => {
  test('writes the head and the frames of the same turn at once, then each frame at once', async ({
    assert,
    cleanup,
  }) => {
    const { response, request, open, close } = await respond(false)
    cleanup(close)
    const counts = countWrites(response)
    const stream = open()
    stream.write('data: 1\n\n')
    stream.write('data: 2\n\n')
    await turn()
    assert.equal(counts.writes, 1)
    stream.write('data: 3\n\n')
    assert.equal(counts.writes, 2)
    stream.end('data: last\n\n')
    assert.equal(counts.writes, 3)
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
    assert.equal(await text(answer), 'data: 1\n\ndata: 2\n\ndata: 3\n\ndata: last\n\n')
  })

  test('writes the head at once when there is no frame yet', async ({ assert, cleanup }) => {
    const { request, open, close } = await respond(false)
    cleanup(close)
    const stream = open()
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
    assert.equal(answer.statusCode, 200)
    stream.end()
    assert.equal(await text(answer), '')
  })

  test('holds back the head and the frames until it is ready', async ({ assert, cleanup }) => {
    const { response, request, open, close } = await respond(false)
    cleanup(close)
    const answered = once(request, 'response')
    const counts = countWrites(response)
    const ready = Promise.withResolvers<void>()
    const stream = open()
    stream.hold(ready.promise)
    stream.write('data: 1\n\n')
    await turn()
    assert.equal(counts.writes, 0)
    ready.resolve()
    await turn()
    assert.equal(counts.writes, 1)
    stream.write('data: 2\n\n')
    assert.equal(counts.writes, 2)
    stream.end()
    const [answer] = (await answered) as [http.IncomingMessage]
    assert.equal(await text(answer), 'data: 1\n\ndata: 2\n\n')
  })

  test('leaves the connection usable, even when it is ended twice', async ({ assert, cleanup }) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const { request, server, response, open, close } = await respond(false, 'GET', agent)
    cleanup(() => (agent.destroy(), close()))
    const { socket } = response
    const stream = open()
    stream.end('data: last\n\n')
    stream.end('data: later\n\n')
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
    assert.equal(await text(answer), 'data: last\n\n')
    const next = http.request(addressOf(server), { agent })
    next.end()
    const [, second] = (await once(server, 'request')) as [http.IncomingMessage, http.ServerResponse]
    assert.equal(second.socket, socket)
    second.end('again')
    const [nextAnswer] = (await once(next, 'response')) as [http.IncomingMessage]
    assert.equal(await text(nextAnswer), 'again')
  })

  test('is pinged only after three checks without a frame', async ({ assert, cleanup }) => {
    const { response, open, close } = await respond(false)
    cleanup(close)
    const stream = open()
    await turn()
    const counts = countWrites(response)
    for (let check = 0; check < 2; check++) stream.checkQuiet()
    stream.write('data: 1\n\n')
    for (let check = 0; check < 2; check++) stream.checkQuiet()
    assert.equal(counts.writes, 1)
    stream.checkQuiet()
    assert.equal(counts.writes, 2)
    stream.end()
  })

  test('calls back when the client disconnects, once', async ({ assert }) => {
    const { open, request, response, close } = await respond(false)
    const stream = open()
    let calls = 0
    stream.onGone(() => calls++)
    stream.write('data: 1\n\n')
    assert.isFalse(stream.isGone)
    request.destroy()
    await once(response, 'close')
    assert.isTrue(stream.isGone)
    assert.equal(calls, 1)
    stream.onGone(() => calls++)
    assert.equal(calls, 2)
    stream.write('dropped')
    stream.end()
    close()
  })

  test('is gone from the start when the client has disconnected before', async ({ assert }) => {
    const { open, close } = await respond(true)
    const stream = open()
    let isCalled = false
    stream.onGone(() => (isCalled = true))
    assert.isTrue(stream.isGone)
    assert.isTrue(isCalled)
    stream.write('dropped')
    stream.end()
    close()
  })

  test('ends after the headers for a HEAD request, so that the connection can be reused', async ({ assert }) => {
    const { open, request, response, close } = await respond(false, 'HEAD')
    const stream = open()
    let isCalled = false
    stream.onGone(() => (isCalled = true))
    assert.isTrue(response.writableEnded)
    assert.isTrue(isCalled)
    stream.write('data: dropped\n\n')
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
    assert.equal(answer.headers['content-type'], 'text/event-stream; charset=utf-8')
    close()
  })

  test('is full while its client reads too slowly', async ({ assert }) => {
    const { open, request, response, close } = await respond(false)
    const stream = open()
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
    answer.pause()
    for (let index = 0; index < 2_000 && !stream.isFull; index++) {
      stream.write('x'.repeat(16_384))
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.isTrue(stream.isFull)
    answer.resume()
    await once(response.socket!, 'drain')
    assert.isFalse(stream.isFull)
    request.destroy()
    close()
  })
})
