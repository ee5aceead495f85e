import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpContext } from '@adonisjs/core/http'
import { test } from '@japa/runner'
import { EventStream } from '../src/http/event_stream.ts'

/** A response to a real request, once the work has been done with it. */
const respond = async (hangUpFirst: boolean, method = 'GET') => {
  const server = http.createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = http.request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { agent: false, method })
  request.on('error', () => {})
  request.end()
  const [, response] = (await once(server, 'request')) as [http.IncomingMessage, http.ServerResponse]
  if (hangUpFirst) {
    request.destroy()
    await once(response, 'close')
  }
  const stream = new EventStream({ response: { response } } as unknown as HttpContext)
  return { stream, request, response, close: () => server.close() }
}

test.group('A stream of events', () => {
  test('says when the other side goes', async ({ assert }) => {
    const { stream, request, response, close } = await respond(false)
    let wasTold = 0
    stream.onGone(() => wasTold++)
    stream.write('data: 1\n\n')
    assert.isFalse(stream.isGone)
    request.destroy()
    await once(response, 'close')
    assert.isTrue(stream.isGone)
    assert.equal(wasTold, 1)
    stream.onGone(() => wasTold++)
    assert.equal(wasTold, 2)
    stream.write('dropped')
    stream.end()
    close()
  })

  test('to a client that has hung up already is gone from the beginning', async ({ assert }) => {
    const { stream, close } = await respond(true)
    let wasTold = false
    stream.onGone(() => (wasTold = true))
    assert.isTrue(stream.isGone)
    assert.isTrue(wasTold)
    stream.write('dropped')
    stream.end()
    close()
  })

  test('has ended with its head for who asks for that alone, and keeps nobody waiting on the connection', async ({
    assert,
  }) => {
    const { stream, request, response, close } = await respond(false, 'HEAD')
    let wasTold = false
    stream.onGone(() => (wasTold = true))
    assert.isTrue(response.writableEnded)
    assert.isTrue(wasTold)
    stream.write('data: dropped\n\n')
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
    assert.equal(answer.headers['content-type'], 'text/event-stream; charset=utf-8')
    close()
  })

  test('is full when its reader lags, and takes on when it has caught up', async ({ assert }) => {
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
