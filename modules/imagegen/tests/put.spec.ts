import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '@adonisjs/lucid/database'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { KeepPicture } from '../src/actions/keep_picture.ts'
import { KeptPictures } from '../src/kept_pictures.ts'
import { PictureReader } from '../src/reading/picture_reader.ts'
import { openDisk } from '../src/storage/open_disk.ts'
import { PictureFiles } from '../src/storage/picture_files.ts'
import { UnderWay } from '../src/storage/under_way.ts'
import { noisy, plain, pngBomb } from './support.ts'

test.group('Keeping bytes that the server has already', (group) => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-put-'))
  const reader = new PictureReader({ readersMax: 1, readTimeoutMs: 60_000 })
  group.teardown(() => {
    reader.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const filesIn = (name: string) => readdirSync(join(folder, name), { recursive: true }).map(String)

  /** As the container makes it, with a folder of its own. */
  const setUp = async () => {
    const db = await app.container.make(Database)
    const files = new PictureFiles(() => openDisk({ folder: join(folder, 'kept'), s3: null }))
    const store = new KeptPictures(new KeepPicture(db, reader, files), new UnderWay(join(folder, 'under-way')))
    const rowsOf = async (ownerId: string) =>
      (await db.rawQuery('SELECT hash, widths FROM pictures WHERE owner_id = ?::uuid', [ownerId])).rows
    return { store, rowsOf, ownerId: newId() }
  }

  test('gives an address on our own, the same for the same picture', async ({ assert }) => {
    const { store, rowsOf, ownerId } = await setUp()
    const picture = await noisy(500, 400).jpeg().toBuffer()
    const kept = await store.put(picture, ownerId)
    assert.isTrue(kept.ok)
    assert.deepEqual(await store.put(picture, newId()), kept)
    const [row] = await rowsOf(ownerId)
    assert.deepEqual(kept, { ok: true, value: { url: `/pictures/uploads/${row.hash}.webp` } })
    assert.deepEqual(row.widths, [96, 192, 384, 768])
    assert.lengthOf(
      filesIn('kept').filter((file) => file.includes(row.hash)),
      4
    )
    assert.isEmpty(filesIn('under-way'))
  })

  test('takes one that is larger than an upload may be', async ({ assert }) => {
    const { store, ownerId } = await setUp()
    const picture = await plain(2_000, 2_000).png({ compressionLevel: 0 }).toBuffer()
    assert.isAbove(picture.length, 10_000_000)
    assert.isTrue((await store.put(picture, ownerId)).ok)
  })

  for (const [what, make, kind] of [
    ['nothing', () => Buffer.alloc(0), 'empty'],
    ['a web page', () => Buffer.from('<!doctype html>'), 'not_a_picture'],
    ['a form', () => Buffer.from('--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n'), 'not_a_picture'],
    [
      'half a picture',
      async () => {
        const picture = await noisy(200, 200).png().toBuffer()
        return picture.subarray(0, picture.length / 2)
      },
      'unreadable',
    ],
    ['a bomb', () => pngBomb(30_000, 30_000), 'too_many_pixels'],
  ] as const)
    test(`refuses ${what}, and nothing is left of it`, async ({ assert }) => {
      const { store, rowsOf, ownerId } = await setUp()
      // so that there are folders to look into
      assert.isTrue((await store.put(await plain(20, 20, '#123456').png().toBuffer(), newId())).ok)
      const before = filesIn('kept')
      assert.containsSubset(await store.put(await make(), ownerId), { ok: false, failure: { kind } })
      assert.deepEqual(await rowsOf(ownerId), [])
      assert.deepEqual(filesIn('kept'), before)
      assert.isEmpty(filesIn('under-way'))
    })
})
