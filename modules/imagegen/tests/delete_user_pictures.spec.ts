import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { systemTimers } from '#plugins/contract/timers'
import type { PictureSettings } from '../index.ts'
import { PurgeCopies } from '../src/actions/purge_copies.ts'
import { RemoveFiles } from '../src/actions/remove_files.ts'
import { PictureFiles } from '../src/storage/picture_files.ts'
import { fetchPicture, plain, sharedStage, upload } from './support.ts'

/** Runs the server's periodic task now. */
const removeFilesOf = async (databaseUrl: string, folder: string) => {
  const { manager, primaryConnectionName } = await app.container.make(Database)
  const { config } = manager.get(primaryConnectionName)!
  if (!manager.has('pictures'))
    manager.add('pictures', { ...config, connection: { connectionString: databaseUrl } } as never)
  const db = (await app.container.make(Database)).connection('pictures')
  const settings = { folder, s3: null, cdn: null } as PictureSettings
  return new RemoveFiles(db as never, new PictureFiles(settings), new PurgeCopies(settings, systemTimers))
}

test.group('The pictures of a deleted account', () => {
  test('are removed unless others show them, and return when uploaded again', async ({ assert }) => {
    const { server, folder, run, pictureState } = await sharedStage()
    const [leaving, other] = [await new Client(server.url).register(), await new Client(server.url).register()]
    const bytes = await plain(40, 40).png().toBuffer()
    const lonely: string = (await upload(leaving, bytes)).body.url
    const shown: string = (await upload(leaving, await plain(40, 40).png().toBuffer())).body.url
    const hashOf = (url: string) => /[0-9a-f]{64}/.exec(url)![0]
    const statuses = async () =>
      Promise.all([lonely, shown].map(async (url) => (await fetchPicture(server, url)).status))
    const made = await other.post('/api/characters', {
      name: 'Mo',
      description: 'Mends nets.',
      backstory: 'Born at sea.',
      personality: 'Calm.',
      avatar: shown,
    })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(await statuses(), [200, 200])

    const body = { currentPassword: 'correct horse' }
    assert.equal((await leaving.call('/api/user', { method: 'DELETE', body })).status, 200)
    const rows = await run('SELECT hash, owner_id FROM pictures WHERE hash = ANY ($1)', [[lonely, shown].map(hashOf)])
    assert.deepEqual(rows, [{ hash: hashOf(shown), owner_id: null }])

    const removal = await removeFilesOf(server.databaseUrl, folder)
    const age = () => run(`UPDATE removed_pictures SET removed_at = now() - interval '11 minutes'`)
    const hasFiles = async (url: string) => (await pictureState()).files.some((file) => file.includes(hashOf(url)))
    await removal.run()
    assert.isTrue(await hasFiles(lonely))
    await age()
    await removal.run()
    assert.deepEqual([await hasFiles(lonely), await hasFiles(shown)], [false, true])
    // The server's cached widths don't outlive the picture.
    assert.deepEqual(await statuses(), [404, 200])

    assert.equal((await upload(other, bytes)).body.url, lonely)
    await run(`INSERT INTO removed_pictures (hash, widths) VALUES ($1, '{40}')`, [hashOf(lonely)])
    await age()
    await removal.run()
    assert.deepEqual(await statuses(), [200, 200])
    assert.lengthOf(await run('SELECT FROM removed_pictures'), 0)
  }).tags(longRun)
})
