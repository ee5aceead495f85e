import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpContext } from '@adonisjs/core/http'
import { test } from '@japa/runner'
import { EventStream } from '../src/http/event_stream.ts'

/** An event stream on a real response. `disconnectFirst`: the client disconnects before the stream is opened. */
const respond = async (disconnectFirst: boolean, method = 'GET') => {
  const server = http.createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = http.request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { agent: false, method })
  request.on('error', () => {})
  request.end()
  const [, response] = (await once(server, 'request')) as [http.IncomingMessage, http.ServerResponse]
  if (disconnectFirst) {
    request.destroy()
    await once(response, 'close')
  }
  const stream = new EventStream({ response: { response } } as unknown as HttpContext)
  return { stream, request, response, close: () => server.close() }
}

test.group('An event stream', () => {
  test('calls back when the client disconnects, once', async ({ assert }) => {
    const { stream, request, response, close } = await respond(false)
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
    const { stream, close } = await respond(true)
    let isCalled = false
    stream.onGone(() => (isCalled = true))
    assert.isTrue(stream.isGone)
    assert.isTrue(isCalled)
    stream.write('dropped')
    stream.end()
    close()
  })

  test('ends after the headers for a HEAD request, so that the connection can be reused', async ({ assert }) => {
    const { stream, request, response, close } = await respond(false, 'HEAD')
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
    const { stream, request, response, close } = await respond(false)
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
