import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getActiveTestOrFail, test } from '@japa/runner'
import { textMessages } from '../text_messages.ts'

/** Returns an unmasked frame of a server (RFC 6455, 5.2). Opcode 1 is text, 2 is binary. */
const frame = (text: string, opcode = 1): Buffer => {
  const payload = Buffer.from(text)
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10)
  head[0] = 0x80 | opcode
  head[1] = head.length === 2 ? payload.length : head.length === 4 ? 126 : 127
  if (head.length === 4) head.writeUInt16BE(payload.length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([head, payload])
}

/** Starts a WebSocket server. `accept` gets each connection after its handshake. */
const serve = async (accept: (socket: Socket, request: http.IncomingMessage) => void) => {
  const server = http.createServer((_request, response) => void response.writeHead(404).end())
  server.on('upgrade', (request, socket: Socket) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const answer = createHash('sha1').update(key).digest('base64')
    socket.on('error', () => {})
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${answer}\r\n\r\n`
    )
    accept(socket, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  getActiveTestOrFail().cleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws?clientId=a`
}

test.group('contract | text messages', () => {
  test('passes on texts until the signal fires, with the headers, without binary and long messages', async ({
    assert,
  }) => {
    const closed = Promise.withResolvers<void>()
    let asked: http.IncomingMessage | null = null
    const url = await serve((socket, request) => {
      asked = request
      socket.on('close', () => closed.resolve())
      // Ends with the closing handshake, as servers do (RFC 6455, 5.5.1). Opcode 8 is a close.
      socket.on('data', (bytes) => {
        if ((bytes[0]! & 0x0f) === 8) socket.end(frame('', 8))
      })
      for (const bytes of [frame('one'), frame('preview', 2), frame('x'.repeat(70_000)), frame('two')])
        socket.write(bytes)
    })
    const abort = new AbortController()
    const texts: string[] = []
    const both = Promise.withResolvers<void>()
    textMessages(
      url,
      { authorization: 'Bearer token' },
      (text) => {
        texts.push(text)
        if (texts.length === 2) both.resolve()
      },
      abort.signal
    )
    await both.promise
    assert.deepEqual(texts, ['one', 'two'])
    assert.equal(asked!.headers.authorization, 'Bearer token')
    assert.equal(asked!.url, '/ws?clientId=a')
    abort.abort()
    await closed.promise
  })

  test('survives a connection that is refused, broken or stopped before it begins', async ({ assert }) => {
    const broken = Promise.withResolvers<void>()
    const url = await serve((socket) => {
      socket.destroy()
      broken.resolve()
    })
    const abort = new AbortController()
    const onText = () => assert.fail('a message arrived')
    textMessages(url, {}, onText, abort.signal)
    textMessages('ws://127.0.0.1:9/', {}, onText, abort.signal)
    textMessages('nonsense', {}, onText, abort.signal)
    textMessages(url, {}, onText, AbortSignal.abort())
    await broken.promise
    textMessages(url, {}, onText, abort.signal)
    abort.abort()
  })
})
