import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getActiveTestOrFail, test } from '@japa/runner'
import { download, DownloadFailed, type Download } from '../download.ts'

const content = randomBytes(3_000_000)
const sha256 = createHash('sha256').update(content).digest('hex')

type Handle = (request: http.IncomingMessage, response: http.ServerResponse, start: number) => void

/** Answers with the content from the requested start. */
const sendRest: Handle = (_, response, start) => {
  response.writeHead(start > 0 ? 206 : 200, { 'content-length': content.length - start })
  response.end(content.subarray(start))
}

/** Starts a server of one file and creates a folder for the download. `starts` collects the requested starts. */
const setUp = async (handle: Handle = sendRest) => {
  const starts: number[] = []
  const server = http.createServer((request, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    starts.push(start)
    handle(request, response, start)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'download-'))
  getActiveTestOrFail().cleanup(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })
  const path = join(folder, 'model.gguf')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.gguf`
  const get = (changes: Partial<Download> = {}) => download({ url, sha256, path, retryMs: 0, ...changes })
  return { folder, path, part: `${path}.${sha256}.part`, starts, get }
}

const failureOf = async (work: Promise<unknown>): Promise<DownloadFailed> => {
  const error = await work.then(
    () => null,
    (error: unknown) => error
  )
  if (!(error instanceof DownloadFailed)) throw error ?? new Error('It did not fail.')
  return error
}

test.group('Downloads', () => {
  test('write the file and report the progress', async ({ assert }) => {
    const { folder, path, get } = await setUp()
    let last: [number, number | null] = [0, null]
    await get({ onProgress: (...progress) => (last = progress) })
    assert.isTrue(readFileSync(path).equals(content))
    assert.deepEqual(last, [content.length, content.length])
    assert.deepEqual(readdirSync(folder), ['model.gguf'])
  })

  test('resume after a broken connection', async ({ assert }) => {
    const { path, starts, get } = await setUp((request, response, start) => {
      if (starts.length > 3) return sendRest(request, response, start)
      response.writeHead(start > 0 ? 206 : 200, { 'content-length': content.length - start })
      response.write(content.subarray(start, start + 500_000), () => response.destroy())
    })
    await get()
    assert.isTrue(readFileSync(path).equals(content))
    assert.equal(starts[0], 0)
    assert.isTrue(starts.slice(1).every((start, index) => start > starts[index]!))
  })

  test('resume in a later run', async ({ assert }) => {
    const { path, part, starts, get } = await setUp()
    writeFileSync(part, content.subarray(0, 1_000_000))
    let first = 0
    await get({ onProgress: (received) => (first ||= received) })
    assert.deepEqual(starts, [1_000_000])
    assert.isAbove(first, 1_000_000)
    assert.isTrue(readFileSync(path).equals(content))
  })

  test('begin again where the server ignores the range', async ({ assert }) => {
    const { path, part, get } = await setUp((request, response) => sendRest(request, response, 0))
    writeFileSync(part, content.subarray(0, 1_000_000))
    await get()
    assert.isTrue(readFileSync(path).equals(content))
  })

  test('finish a file that was received before', async ({ assert }) => {
    const { path, part, get } = await setUp((_, response) => response.writeHead(416).end())
    writeFileSync(part, content)
    await get()
    assert.isTrue(readFileSync(path).equals(content))
  })

  test('remove a file with another hash', async ({ assert }) => {
    const { folder, get } = await setUp()
    const { message } = await failureOf(get({ sha256: '0'.repeat(64) }))
    assert.match(message, /another SHA-256/)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('give up after five attempts without progress, and keep what was received', async ({ assert }) => {
    const { part, starts, get } = await setUp((_, response) => response.destroy())
    writeFileSync(part, content.subarray(0, 1_000_000))
    const { message } = await failureOf(get())
    assert.match(message, /Run the command again to resume/)
    assert.lengthOf(starts, 5)
    assert.equal(readFileSync(part).length, 1_000_000)
  })

  test('resume after a silent connection', async ({ assert }) => {
    const { path, starts, get } = await setUp((request, response, start) => {
      if (starts.length > 1) return sendRest(request, response, start)
      response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 500_000))
    })
    await get({ silenceMs: 300 })
    assert.lengthOf(starts, 2)
    assert.isTrue(readFileSync(path).equals(content))
  })

  test('report a refusal', async ({ assert }) => {
    const { starts, get } = await setUp((_, response) => response.writeHead(403).end())
    assert.match((await failureOf(get())).message, /answered 403/)
    assert.lengthOf(starts, 1)
  })

  test('refuse a file that is larger than the free space', async ({ assert }) => {
    const { folder, get } = await setUp((_, response) => {
      response.writeHead(200, { 'content-length': 1e15 }).write('GGUF')
    })
    assert.match((await failureOf(get())).message, /needs 1000000 GB, but only .* are free/)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('stop when the disk is full', async ({ assert }) => {
    const { path, part, get } = await setUp()
    // Every write to /dev/full fails with ENOSPC.
    symlinkSync('/dev/full', part)
    const error = await get().catch((error: NodeJS.ErrnoException) => error)
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
    assert.isFalse(existsSync(path))
  })
})
