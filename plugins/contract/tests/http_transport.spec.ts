import http from 'node:http'
import type net from 'node:net'
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { test } from '@japa/runner'
import { readText } from '../body.ts'
import { ProviderError } from '../errors.ts'
import { httpTransport } from '../http_transport.ts'

async function serve(answer: http.RequestListener) {
  const server = http.createServer(answer)
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as net.AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/`,
    sockets,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  }
}

const noSignal = () => new AbortController().signal
const get = (url: string, signal = noSignal()) => httpTransport({ method: 'GET', url, headers: {} }, signal)
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error) => (error instanceof ProviderError ? error.code : `another error: ${error}`)
  )

/** A connection can be reused in the turn of the event loop after the one in which its response was read. */
const connectionIsFree = () => new Promise((resolve) => setImmediate(resolve))

test.group('contract | http transport', () => {
  test('sends method, headers and body, and returns status, headers and bytes', async ({ assert }) => {
    const server = await serve(async (request, response) => {
      response.writeHead(201, { 'X-Echo': request.headers['x-said'] })
      response.end(`${request.method} ${await readText(request, 1000)} ${request.headers['content-length']}`)
    })
    const request = { method: 'POST' as const, url: server.url, headers: { 'x-said': 'hi' }, body: '🌊' }
    const response = await httpTransport(request, noSignal())
    assert.equal(response.status, 201)
    assert.equal(response.headers['x-echo'], 'hi')
    assert.equal(await readText(response.body, 1000), 'POST 🌊 4')
    await server.close()
  })

  test('reuses a connection after its response was read', async ({ assert }) => {
    const server = await serve((_, response) => void response.end('ok'))
    for (let i = 0; i < 3; i++) {
      await readText((await get(server.url)).body, 100)
      await connectionIsFree()
    }
    assert.equal(server.sockets.size, 1)
    await server.close()
  })

  test('repeats the call once when a kept-alive connection was closed', async ({ assert }) => {
    let calls = 0
    const server = await serve((request, response) => {
      // The second call uses the kept-alive connection and finds it closed.
      if (++calls === 2) return void request.socket.destroy()
      response.end('ok')
    })
    await readText((await get(server.url)).body, 100)
    await connectionIsFree()
    assert.equal(await readText((await get(server.url)).body, 100), 'ok')
    assert.equal(calls, 3)
    await server.close()
  })

  test('does not repeat a call on a new connection', async ({ assert }) => {
    let calls = 0
    const server = await serve((request) => (calls++, request.socket.destroy()))
    assert.equal(await codeOf(get(server.url)), 'unavailable')
    assert.equal(calls, 1)
    await server.close()
  })

  test('cancels a call immediately when the signal fires before the response', async ({ assert }) => {
    const closed = Promise.withResolvers<void>()
    const abort = new AbortController()
    const server = await serve((_, response) => {
      response.on('close', closed.resolve)
      abort.abort()
    })
    assert.equal(await codeOf(get(server.url, abort.signal)), 'cut_off')
    await closed.promise
    await server.close()
  })

  test('ends a body and destroys its connection when the signal fires', async ({ assert }) => {
    const closed = Promise.withResolvers<void>()
    const server = await serve((_, response) => {
      response.on('close', closed.resolve)
      response.write('a')
    })
    const abort = new AbortController()
    let text = ''
    for await (const chunk of (await get(server.url, abort.signal)).body) {
      text += Buffer.from(chunk)
      abort.abort()
    }
    assert.equal(text, 'a')
    await closed.promise
    await server.close()
  })

  test('destroys the connection when the loop over a body is left early', async ({ assert }) => {
    const closed = Promise.withResolvers<void>()
    const server = await serve((_, response) => {
      response.on('close', closed.resolve)
      response.write('a')
    })
    for await (const chunk of (await get(server.url)).body) {
      assert.equal(Buffer.from(chunk).toString(), 'a')
      break
    }
    await closed.promise
    await server.close()
  })

  test('reports cut_off for a body that breaks in the middle', async ({ assert }) => {
    const arrived = Promise.withResolvers<void>()
    const server = await serve((_, response) => {
      response.write('a')
      void arrived.promise.then(() => response.destroy())
    })
    const { body } = await get(server.url)
    const read = async () => {
      for await (const _ of body) arrived.resolve()
    }
    assert.equal(await codeOf(read()), 'cut_off')
    await server.close()
  })

  test('delivers every byte to a reader slower than the upstream', async ({ assert }) => {
    const server = await serve((_, response) => {
      for (let i = 0; i < 400; i++) response.write(Buffer.alloc(20_000, i % 256))
      response.end()
    })
    let bytes = 0
    for await (const chunk of (await get(server.url)).body) {
      bytes += chunk.length
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.equal(bytes, 8_000_000)
    await server.close()
  })

  test('delivers the chunks of one write in one step', async ({ assert }) => {
    const words = Array.from({ length: 50 }, (_, index) => `word${index} `)
    const chunks = words.map((word) => `${word.length.toString(16)}\r\n${word}\r\n`).join('')
    const server = await serve((request) => {
      const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
      request.socket.write(head)
      // Runs in a later turn, so that the reader is already waiting.
      setImmediate(() =>
        request.socket.write(chunks, () => setImmediate(() => request.socket.write(`${chunks}0\r\n\r\n`)))
      )
    })
    const steps: string[] = []
    for await (const bytes of (await get(server.url)).body) steps.push(Buffer.from(bytes).toString())
    assert.equal(steps.join(''), words.join('').repeat(2))
    assert.isAtMost(steps.length, 2)
    await server.close()
  })

  const said = 'data: {"a": "€🌊"}\n\n'.repeat(500)
  test('decompresses bodies, and goes by their first bytes rather than the header')
    .with([
      ['gzip', gzipSync(said)],
      ['x-gzip', gzipSync(said)],
      ['deflate', deflateSync(said)],
      ['deflate', deflateRawSync(said)],
      ['br', brotliCompressSync(said)],
      ['zstd', zstdCompressSync(said)],
      ['', gzipSync(said)],
      ['identity', Buffer.from(said)],
      ['gzip', Buffer.from(said)],
      ['br', Buffer.from(said)],
      ['unknown', Buffer.from(said)],
    ] as [string, Buffer][])
    .run(async ({ assert }, [encoding, bytes]) => {
      const server = await serve((request, response) => {
        assert.equal(request.headers['accept-encoding'], 'identity')
        response.writeHead(200, {
          'content-type': 'text/event-stream',
          ...(encoding && { 'content-encoding': encoding }),
        })
        response.write(bytes.subarray(0, 100))
        setImmediate(() => response.end(bytes.subarray(100)))
      })
      assert.equal(await readText((await get(server.url)).body, 1e6), said)
      await server.close()
    })

  test('delivers the text of a compressed stream as it arrives, and closes the connection', async ({ assert }) => {
    const closed = Promise.withResolvers<void>()
    const server = await serve((_, response) => {
      response.on('close', closed.resolve)
      response.writeHead(200, { 'content-encoding': 'gzip' })
      const gzip = createGzip()
      gzip.pipe(response)
      gzip.write('first')
      gzip.flush()
    })
    for await (const bytes of (await get(server.url)).body) {
      assert.equal(Buffer.from(bytes).toString(), 'first')
      break
    }
    await closed.promise
    await server.close()
  })

  test('reports invalid_response for a body that can’t be decompressed', async ({ assert }) => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 255, 255, 255, 255]))
    })
    const { body } = await get(server.url)
    const read = async () => {
      for await (const _ of body);
    }
    assert.equal(await codeOf(read()), 'invalid_response')
    await server.close()
  })

  test('reports misconfigured or unavailable for an impossible call, and quotes nothing', async ({ assert }) => {
    assert.equal(await codeOf(get('not an address')), 'misconfigured')
    assert.equal(
      await codeOf(
        httpTransport({ method: 'GET', url: 'http://127.0.0.1:9/', headers: { a: 'b\nsecret' } }, noSignal())
      ),
      'misconfigured'
    )
    const server = await serve(() => {})
    await server.close()
    assert.equal(await codeOf(get(server.url)), 'unavailable')
  })
})
