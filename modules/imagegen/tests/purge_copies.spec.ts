import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import type { CdnSettings, PictureSettings } from '../index.ts'
import { PurgeCopies } from '../src/actions/purge_copies.ts'
import { RemoveFiles } from '../src/actions/remove_files.ts'
import type { PictureFiles } from '../src/storage/picture_files.ts'

const token = 'a-secret-of-the-cdn'
const hash = 'ab'.repeat(32)

test.group('The copies of a removed picture in a CDN', (group) => {
  let answer: (response: ServerResponse) => void
  const calls: { request: IncomingMessage; body: string }[] = []
  const cdn = createServer(async (request, response) => {
    calls.push({ request, body: await text(request) })
    answer(response)
  })
  group.setup(async () => {
    cdn.listen(0, '127.0.0.1')
    await once(cdn, 'listening')
    return () => {
      cdn.closeAllConnections()
      cdn.close()
    }
  })

  test('are purged by all their addresses, after its files and until the CDN confirms it', async ({ assert }) => {
    const purgeUrl = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`
    const db = await app.container.make(Database)
    // Pictures of other tests may be due by now.
    await db.rawQuery('DELETE FROM removed_pictures')
    await db.rawQuery(
      `INSERT INTO removed_pictures VALUES (?, '{96,192}', clock_timestamp() - interval '11 minutes')`,
      [hash]
    )
    const removed: number[] = []
    const files = { remove: async (_: string, width: number) => void removed.push(width) } as PictureFiles
    const timers = new AdjustableTimers()
    const settings = { cdn: { purgeUrl, token, origin: 'https://facet.example' } satisfies CdnSettings }
    const action = new RemoveFiles(db, files, new PurgeCopies(settings as PictureSettings, timers))
    const isWaiting = async () => (await db.from('removed_pictures').where({ hash })).length === 1

    for (const fail of [
      (response: ServerResponse) => response.writeHead(500).end(token),
      (response: ServerResponse) => response.writeHead(302, { location: 'https://elsewhere.invalid/' }).end(),
      (response: ServerResponse) => response.destroy(),
      () => timers.advance(5_000),
    ]) {
      answer = fail
      const error: Error = await action.run().then(
        () => assert.fail('the failure was ignored'),
        (reason) => reason
      )
      assert.notInclude(`${error.stack}${String(error.cause)}`, token)
      assert.isTrue(await isWaiting())
      assert.deepEqual(removed.splice(0), [96, 192])
    }

    answer = (response) => response.end('{"success":true}')
    await action.run()
    assert.isFalse(await isWaiting())
    const { request, body } = calls.at(-1)!
    assert.deepEqual([request.method, request.url], ['POST', '/purge'])
    assert.equal(request.headers.authorization, `Bearer ${token}`)
    assert.equal(request.headers['content-type'], 'application/json')
    const address = `https://facet.example/pictures/uploads/${hash}.webp`
    const expected = [address, ...[96, 192, 384, 768, 1536].map((width) => `${address}?w=${width}`)]
    assert.deepEqual(JSON.parse(body), { files: expected })
    // Cloudflare's limit for a call.
    assert.isAtMost(expected.length, 30)
    await action.run()
    assert.lengthOf(calls, 5)
  })
})
