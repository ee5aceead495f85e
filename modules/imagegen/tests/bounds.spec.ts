import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { getActiveTestOrFail, test } from '@japa/runner'
import { Client } from '#tests/support/client'
import type { RunningServer } from '#tests/support/server'
import { childrenOf, formOf, formType, openStage, plain, until, upload, uploadParts } from './support.ts'

const setUp = async (env: Record<string, string> = {}) => {
  const stage = await openStage(env)
  getActiveTestOrFail().cleanup(() => stage.server.kill('SIGKILL'))
  return { ...stage, client: await new Client(stage.server.url).register() }
}

/** A request of which a test sends as much as it likes. */
const begin = async ({ url }: RunningServer, { cookie }: Client, headers: Record<string, string>) => {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let answer = ''
  socket.on('data', (data) => (answer += data)).on('error', () => {})
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  const lines = Object.entries({ Host: host, Cookie: cookie, ...formType, ...headers })
  socket.write(
    `POST /api/uploads/images HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  )
  return { socket, closed, answer: () => answer }
}

/** Sends for as long as the other side takes it. Gives how much that was. */
const pour = async (socket: Socket, piece: Buffer, mostBytes: number): Promise<number> => {
  let sent = 0
  while (!socket.destroyed && socket.writable && sent < mostBytes) {
    sent += piece.length
    if (!socket.write(piece)) await until('it takes more, or none', () => socket.destroyed || !socket.writableNeedDrain)
  }
  return sent
}

const isLinux = existsSync('/proc/self/status')
const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1_024

test.group('Sending a picture', () => {
  test('that never ends is called off in time, and nothing stays', async ({ assert }) => {
    const { server, client, kept } = await setUp({ PICTURE_RECEIVE_TIMEOUT_MS: '700' })
    const { socket, closed, answer } = await begin(server, client, { 'Transfer-Encoding': 'chunked' })
    const form = formOf([{ bytes: Buffer.alloc(3_000) }]).subarray(0, 2_000)
    socket.write(`${form.length.toString(16)}\r\n`)
    socket.write(Buffer.concat([form, Buffer.from('\r\n')]))
    const dribble = setInterval(() => socket.write('1\r\nx\r\n'), 50)
    await closed
    clearInterval(dribble)
    assert.match(answer(), /^HTTP\/1\.1 408 /)
    assert.match(answer(), /took too long/)
    await until('nothing is under way', async () => (await kept()).underWay.length === 0)
    assert.deepEqual(await kept(), { rows: 0, files: [], underWay: [] })
    assert.equal((await client.get('/api/auth/user')).status, 200)
  })

  for (const [what, headers, frame] of [
    ['of 10 GB, as it says', { 'Content-Length': '10000000000' }, (bytes: Buffer) => bytes],
    [
      'of any size, unsaid',
      { 'Transfer-Encoding': 'chunked' },
      (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
    ],
  ] as const)
    test(`${what}, is answered 413 and not read on for ever`, async ({ assert }) => {
      const { server, client, kept } = await setUp()
      const { socket, closed, answer } = await begin(server, client, headers)
      const sent = await pour(socket, frame(Buffer.alloc(65_536, 'x')), 1_000_000_000)
      socket.destroy()
      await closed
      assert.match(answer(), /^HTTP\/1\.1 413 /)
      assert.match(answer(), /larger than 10 MB/)
      // ten million, twenty more for good manners, and what lies in the buffers between
      assert.isBelow(sent, 100_000_000)
      await until('nothing is under way', async () => (await kept()).underWay.length === 0)
      assert.deepEqual(await kept(), { rows: 0, files: [], underWay: [] })
    })

  test('and hanging up in the middle leaves nothing', async ({ assert }) => {
    const { server, client, kept } = await setUp()
    const { socket, closed } = await begin(server, client, { 'Content-Length': '1000000' })
    socket.write(formOf([{ bytes: Buffer.alloc(3_000) }]).subarray(0, 2_000))
    await until('it is under way', async () => (await kept()).underWay.length > 0)
    socket.destroy()
    await closed
    await until('nothing is under way', async () => (await kept()).underWay.length === 0)
    assert.deepEqual(await kept(), { rows: 0, files: [], underWay: [] })
    assert.notInclude(server.log(), '"level":50')
  })

  test('more than 60 times an hour is 429, refused ones counted, for oneself alone', async ({ assert }) => {
    const { server, client } = await setUp({ RATE_LIMITS: 'on' })
    for (let n = 0; n < 60; n++) assert.equal((await upload(client, 'no picture')).status, 422)
    const picture = await plain(20, 20).png().toBuffer()
    const refused = await upload(client, picture)
    assert.equal(refused.status, 429)
    assert.match(refused.body.message, /wait/)
    const seconds = Number(refused.headers['retry-after'])
    assert.isTrue(seconds > 0 && seconds <= 3_600)
    const another = await new Client(server.url).register()
    assert.equal((await upload(another, picture)).status, 201)
  })
})

test.group('Reading pictures', () => {
  test('happens in another process, with nothing of ours in it', async ({ assert }) => {
    const { server, client } = await setUp()
    const pid = server.process.pid!
    assert.isEmpty(childrenOf(pid))
    const picture = await plain(7_304, 5_477).jpeg().toBuffer()
    const before = memoryOf(pid)
    for (let n = 0; n < 3; n++) assert.equal((await upload(client, picture)).status, 201)
    assert.notMatch(readFileSync(`/proc/${pid}/maps`, 'utf8'), /libvips|sharp/)
    const children = childrenOf(pid)
    assert.lengthOf(children, 1, 'one process for one after the other')
    assert.match(readFileSync(`/proc/${children[0]}/maps`, 'utf8'), /libvips/)
    const environment = readFileSync(`/proc/${children[0]}/environ`, 'utf8')
    for (const name of ['DATABASE_URL', 'APP_KEY', 'DATA_DIR']) assert.notInclude(environment, name)
    assert.isBelow(memoryOf(pid) - before, 150_000_000, 'less than the pixels of one')
  }).skip(!isLinux)

  test('too slowly ends that process, and the next picture has a new one', async ({ assert }) => {
    const { server, client, kept } = await setUp({ PICTURE_READ_TIMEOUT_MS: '100' })
    // even where everything else is fast, this is not: 64 megapixels, and no way to decode fewer of them
    const slow = await plain(8_000, 8_000).png({ compressionLevel: 1 }).toBuffer()
    const { status, body } = await upload(client, slow)
    assert.equal(status, 422)
    assert.match(body.message, /too much work/)
    await until('the process is gone', () => childrenOf(server.process.pid!).length === 0)
    assert.deepEqual(await kept(), { rows: 0, files: [], underWay: [] })
  })

  test('with too much memory ends that process', async ({ assert }) => {
    const { server, client, kept } = await setUp()
    const greedy = await plain(8_000, 8_000, '#55667788')
      .ensureAlpha(0.5)
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer()
    const { status, body } = await upload(client, greedy)
    assert.equal(status, 422)
    assert.match(body.message, /too much work/)
    await until('the process is gone', () => childrenOf(server.process.pid!).length === 0)
    assert.deepEqual(await kept(), { rows: 0, files: [], underWay: [] })
    assert.equal((await upload(client, await plain(20, 20).png().toBuffer())).status, 201)
  })

  test('of too many at once is put off, and all others are kept', async ({ assert }) => {
    const { client, kept } = await setUp()
    const picture = await plain(3_000, 3_000).png().toBuffer()
    const answers = await Promise.all(Array.from({ length: 24 }, () => upload(client, picture)))
    const statuses = answers.map(({ status }) => status)
    assert.isTrue(
      statuses.every((status) => status === 201 || status === 503),
      statuses.join()
    )
    assert.include(statuses, 201)
    const busy = answers.filter(({ status }) => status === 503)
    assert.isNotEmpty(busy)
    for (const { headers, body } of busy) {
      assert.isAbove(Number(headers['retry-after']), 0)
      assert.match(body.message, /try again/)
    }
    assert.deepInclude(await kept(), { rows: 1, underWay: [] })
    assert.equal((await upload(client, picture)).status, 201)
  })

  test('survives the end of that process from outside', async ({ assert }) => {
    const { server, client } = await setUp()
    const picture = await plain(50, 50).png().toBuffer()
    assert.equal((await upload(client, picture)).status, 201)
    const [child] = childrenOf(server.process.pid!)
    process.kill(child!, 'SIGKILL')
    await until('it is gone', () => childrenOf(server.process.pid!).length === 0)
    assert.equal((await upload(client, picture)).status, 201)
  }).skip(!isLinux)

  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    test(`ends with the server, by ${signal} too`, async ({ assert }) => {
      const { server, client } = await setUp()
      assert.equal((await uploadParts(client, [{ bytes: await plain(50, 50).png().toBuffer() }])).status, 201)
      const [child] = childrenOf(server.process.pid!)
      await server.kill(signal)
      await until('the process is gone', () => !existsSync(`/proc/${child}/exe`))
    }).skip(!isLinux)
})
