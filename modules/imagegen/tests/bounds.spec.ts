import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { getActiveTestOrFail, test } from '@japa/runner'
import { Client } from '#tests/support/client'
import type { RunningServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import { childrenOf, formOf, formType, openStage, plain, upload, uploadParts } from './support.ts'

const setUp = async (env: Record<string, string> = {}) => {
  const stage = await openStage(env)
  getActiveTestOrFail().cleanup(() => stage.server.kill('SIGKILL'))
  return { ...stage, client: await new Client(stage.server.url).register() }
}

/** Starts an upload request whose body the test sends in pieces. */
const startUpload = async ({ url }: RunningServer, { cookie }: Client, headers: Record<string, string>) => {
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

/** Sends until the server stops reading, or until `isDone`. Returns the number of bytes sent. */
const sendUntilFull = async (
  socket: Socket,
  chunk: Buffer,
  maxBytes: number,
  isDone = () => false
): Promise<number> => {
  let sent = 0
  while (!socket.destroyed && socket.writable && sent < maxBytes && !isDone()) {
    sent += chunk.length
    if (!socket.write(chunk))
      await waitUntil('the socket drains or closes', () => socket.destroyed || !socket.writableNeedDrain)
  }
  return sent
}

const isLinux = existsSync('/proc/self/status')
const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1_024

test.group('Uploading a picture', () => {
  test('returns 408 for an endless upload and leaves no files', async ({ assert }) => {
    const { server, client, pictureState } = await setUp({ PICTURE_RECEIVE_TIMEOUT_MS: '700' })
    const { socket, closed, answer } = await startUpload(server, client, { 'Transfer-Encoding': 'chunked' })
    const form = formOf([{ bytes: Buffer.alloc(3_000) }]).subarray(0, 2_000)
    socket.write(`${form.length.toString(16)}\r\n`)
    socket.write(Buffer.concat([form, Buffer.from('\r\n')]))
    const trickle = setInterval(() => socket.write('1\r\nx\r\n'), 50)
    await closed
    clearInterval(trickle)
    assert.match(answer(), /^HTTP\/1\.1 408 /)
    assert.match(answer(), /took too long/)
    await waitUntil('there are no temporary files', async () => (await pictureState()).temporaryFiles.length === 0)
    assert.deepEqual(await pictureState(), { rows: 0, files: [], temporaryFiles: [] })
    assert.equal((await client.get('/api/auth/user')).status, 200)
  }).tags(longRun)

  for (const [what, headers, frame] of [
    ['a declared length of 10 GB', { 'Content-Length': '10000000000' }, (bytes: Buffer) => bytes],
    [
      'an undeclared length',
      { 'Transfer-Encoding': 'chunked' },
      (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
    ],
  ] as const)
    test(`returns 413 and stops reading for ${what}`, async ({ assert }) => {
      const { server, client, pictureState } = await setUp()
      const { socket, closed, answer } = await startUpload(server, client, headers)
      const chunk = frame(Buffer.alloc(65_536, 'x'))
      const isAnswered = () => answer().includes('\r\n\r\n')
      // When a server closes a connection with unread bytes, the client can lose an answer that it has not read yet.
      let sent = await sendUntilFull(socket, chunk, 11_000_000, isAnswered)
      await waitUntil('the server answers', () => socket.destroyed || isAnswered())
      sent += await sendUntilFull(socket, chunk, 1_000_000_000)
      socket.destroy()
      await closed
      assert.match(answer(), /^HTTP\/1\.1 413 /)
      assert.match(answer(), /larger than 10 MB/)
      // The limit is 10 MB, plus 20 MB of draining and socket buffers.
      assert.isBelow(sent, 100_000_000)
      await waitUntil('there are no temporary files', async () => (await pictureState()).temporaryFiles.length === 0)
      assert.deepEqual(await pictureState(), { rows: 0, files: [], temporaryFiles: [] })
    }).tags(longRun)

  test('leaves no files when the client disconnects', async ({ assert }) => {
    const { server, client, pictureState } = await setUp()
    const { socket, closed } = await startUpload(server, client, { 'Content-Length': '1000000' })
    socket.write(formOf([{ bytes: Buffer.alloc(3_000) }]).subarray(0, 2_000))
    await waitUntil('there is a temporary file', async () => (await pictureState()).temporaryFiles.length > 0)
    socket.destroy()
    await closed
    await waitUntil('there are no temporary files', async () => (await pictureState()).temporaryFiles.length === 0)
    assert.deepEqual(await pictureState(), { rows: 0, files: [], temporaryFiles: [] })
    assert.notInclude(server.log(), '"level":50')
  }).tags(longRun)

  test('returns 429 after 120 uploads of a user within an hour, including refused ones', async ({ assert }) => {
    const { server, client } = await setUp({ RATE_LIMITS: 'on' })
    for (let n = 0; n < 120; n++) assert.equal((await upload(client, 'no picture')).status, 422)
    const picture = await plain(20, 20).png().toBuffer()
    const refused = await upload(client, picture)
    assert.equal(refused.status, 429)
    assert.match(refused.body.message, /wait/)
    const seconds = Number(refused.headers['retry-after'])
    assert.isTrue(seconds > 0 && seconds <= 3_600)
    const another = await new Client(server.url).register()
    assert.equal((await upload(another, picture)).status, 201)
  }).tags(longRun)
})

test.group('Reading pictures', () => {
  test('happens in a child process without the server’s environment', async ({ assert }) => {
    const { server, client } = await setUp()
    const pid = server.process.pid!
    assert.isEmpty(childrenOf(pid))
    const picture = await plain(7_304, 5_477).jpeg().toBuffer()
    const before = memoryOf(pid)
    for (let n = 0; n < 3; n++) assert.equal((await upload(client, picture)).status, 201)
    assert.notMatch(readFileSync(`/proc/${pid}/maps`, 'utf8'), /libvips|sharp/)
    const children = childrenOf(pid)
    assert.lengthOf(children, 1, 'one process for consecutive pictures')
    assert.match(readFileSync(`/proc/${children[0]}/maps`, 'utf8'), /libvips/)
    const environment = readFileSync(`/proc/${children[0]}/environ`, 'utf8')
    for (const name of ['DATABASE_URL', 'APP_KEY', 'DATA_DIR']) assert.notInclude(environment, name)
    assert.isBelow(memoryOf(pid) - before, 150_000_000, 'less than the decoded pixels of one picture')
  })
    .skip(!isLinux)
    .tags(longRun)

  test('kills the process after the time limit', async ({ assert }) => {
    const { server, client, pictureState } = await setUp({ PICTURE_READ_TIMEOUT_MS: '100' })
    // This picture is slow on every machine, because PNG can't be decoded at a reduced size.
    const slow = await plain(8_000, 8_000).png({ compressionLevel: 1 }).toBuffer()
    const { status, body } = await upload(client, slow)
    assert.equal(status, 422)
    assert.match(body.message, /too much work/)
    await waitUntil('the process is gone', () => childrenOf(server.process.pid!).length === 0)
    assert.deepEqual(await pictureState(), { rows: 0, files: [], temporaryFiles: [] })
  }).tags(longRun)

  test('kills the process above the memory limit and starts a new one', async ({ assert }) => {
    const { server, client, pictureState } = await setUp()
    const greedy = await plain(8_000, 8_000, '#55667788')
      .ensureAlpha(0.5)
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer()
    const { status, body } = await upload(client, greedy)
    assert.equal(status, 422)
    assert.match(body.message, /too much work/)
    await waitUntil('the process is gone', () => childrenOf(server.process.pid!).length === 0)
    assert.deepEqual(await pictureState(), { rows: 0, files: [], temporaryFiles: [] })
    assert.equal((await upload(client, await plain(20, 20).png().toBuffer())).status, 201)
  }).tags(longRun)

  test('returns 503 when the queue is full and stores all other pictures', async ({ assert }) => {
    const { client, pictureState } = await setUp()
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
    assert.deepInclude(await pictureState(), { rows: 1, temporaryFiles: [] })
    assert.equal((await upload(client, picture)).status, 201)
  }).tags(longRun)

  test('starts a new process when the idle one was killed', async ({ assert }) => {
    const { server, client } = await setUp()
    const picture = await plain(50, 50).png().toBuffer()
    assert.equal((await upload(client, picture)).status, 201)
    const [child] = childrenOf(server.process.pid!)
    process.kill(child!, 'SIGKILL')
    await waitUntil('it is gone', () => childrenOf(server.process.pid!).length === 0)
    assert.equal((await upload(client, picture)).status, 201)
  })
    .tags(longRun)
    .skip(!isLinux)

  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    test(`ends with the server on ${signal}`, async ({ assert }) => {
      const { server, client } = await setUp()
      assert.equal((await uploadParts(client, [{ bytes: await plain(50, 50).png().toBuffer() }])).status, 201)
      const [child] = childrenOf(server.process.pid!)
      await server.kill(signal)
      await waitUntil('the process is gone', () => !existsSync(`/proc/${child}/exe`))
    })
      .tags(longRun)
      .skip(!isLinux)
})
