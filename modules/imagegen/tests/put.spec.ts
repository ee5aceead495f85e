import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '@adonisjs/lucid/database'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import sharp from 'sharp'
import { newId } from '#modules/kernel/ids'
import { systemTimers } from '#plugins/contract/timers'
import type { PictureSettings } from '../index.ts'
import { StorePicture } from '../src/actions/store_picture.ts'
import { PurgeCopies } from '../src/actions/purge_copies.ts'
import { MakeWidth } from '../src/actions/make_width.ts'
import { RemoveFiles } from '../src/actions/remove_files.ts'
import { xmpOf } from '../src/domain/digital_source.ts'
import { LocalPictureStore } from '../src/local_picture_store.ts'
import { PictureReader } from '../src/reading/picture_reader.ts'
import { StoredWidthsQuery } from '../src/queries/stored_widths_query.ts'
import { PictureFiles } from '../src/storage/picture_files.ts'
import { StoredPictures } from '../src/storage/stored_pictures.ts'
import { WorkFolders } from '../src/storage/work_folders.ts'
import { noisy, plain, pngBomb } from './support.ts'
import { waitUntil } from '#tests/support/wait_until'

const settings: PictureSettings = {
  folder: '',
  workFolder: '',
  s3: null,
  cdn: null,
  receiveTimeoutMs: 60_000,
  readTimeoutMs: 60_000,
  readersMax: 1,
}

test.group('PictureStore.put', (group) => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-put-'))
  const reader = new PictureReader(settings)
  group.teardown(() => {
    reader.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const filesIn = (name: string) => readdirSync(join(folder, name), { recursive: true }).map(String)

  /** Creates the store as the container does, but with its own folder. */
  const setUp = async (reading = reader) => {
    const db = await app.container.make(Database)
    const files = new PictureFiles({ ...settings, folder: join(folder, 'kept') })
    const widths = new StoredWidthsQuery(db)
    const workFolders = new WorkFolders({ ...settings, workFolder: join(folder, 'under-way') })
    const makeWidth = new MakeWidth(reading, files, widths, workFolders)
    const pictures = new StoredPictures(widths, files, makeWidth)
    const store = new LocalPictureStore(new StorePicture(db, reading, files), pictures, workFolders, reading)
    const rowsOf = async (ownerId: string) =>
      (await db.rawQuery('SELECT hash, widths FROM pictures WHERE owner_id = ?::uuid', [ownerId])).rows
    return { db, files, store, pictures, rowsOf, ownerId: newId() }
  }

  test('returns the same address for the same picture', async ({ assert }) => {
    const { store, rowsOf, ownerId } = await setUp()
    const picture = await plain(500, 400).jpeg().toBuffer()
    const stored = await store.put(picture, ownerId)
    assert.isTrue(stored.ok)
    assert.deepEqual(await store.put(picture, newId()), stored)
    const [row] = await rowsOf(ownerId)
    assert.deepEqual(stored, { ok: true, value: { url: `/pictures/uploads/${row.hash}.webp` } })
    assert.deepEqual(row.widths, [96, 192, 384, 768])
    assert.lengthOf(
      filesIn('kept').filter((file) => file.includes(row.hash)),
      4
    )
    assert.isEmpty(filesIn('under-way'))
    assert.isTrue((await store.read(`/pictures/uploads/${row.hash}.webp`))?.includes('WEBP'))
    for (const file of ['mark/11.svg', `uploads/${row.hash}`, `uploads/${'0'.repeat(64)}.webp`])
      assert.isNull(await store.read(`/pictures/${file}`))
  })

  test('makes the smaller widths of a file’s picture when they are asked for', async ({ assert }) => {
    const { store, pictures, rowsOf, ownerId } = await setUp()
    const file = join(folder, 'picture.png')
    await plain(500, 400).png().toFile(file)
    const stored = await store.putFile(file, ownerId)
    const [{ hash, widths }] = await rowsOf(ownerId)
    assert.deepEqual(stored, { ok: true, value: { url: `/pictures/uploads/${hash}.webp` } })
    assert.deepEqual(widths, [96, 192, 384, 768])
    const kept = () =>
      filesIn('kept')
        .filter((name) => name.includes(hash))
        .map((name) => name.slice(3 + 64))
    assert.deepEqual(kept(), ['-768.webp'])
    const [first, again] = await Promise.all([96, 96].map((width) => pictures.read(`${hash}.webp`, width)))
    assert.equal((await sharp(first!).metadata()).width, 96)
    assert.isTrue(first!.equals(again!))
    assert.sameMembers(kept(), ['-96.webp', '-768.webp'])
    assert.equal((await sharp((await pictures.read(`${hash}.webp`, 1536))!).metadata()).width, 500)
    assert.isNull(await pictures.read(`${hash}.webp`, 97))
    assert.deepEqual(await store.putFile(file, newId()), stored)
    assert.isEmpty(filesIn('under-way'))
  })

  test('keeps the mark of a drawn picture in widths that are made later and in a PNG', async ({ assert }) => {
    const { store, files, pictures, rowsOf, ownerId } = await setUp()
    const xmpOfPicture = async (picture: Buffer | null) => (await sharp(picture!).metadata()).xmpAsString
    const stored = await store.putDrawn(await noisy(500, 400).png().toBuffer(), ownerId, 'algorithmicMedia')
    assert.isTrue(stored.ok)
    const [{ hash }] = await rowsOf(ownerId)
    await files.remove(hash, 96)
    assert.equal(await xmpOfPicture(await pictures.read(`${hash}.webp`, 96)), xmpOf('algorithmicMedia'))
    const drawn = (await store.read(`/pictures/uploads/${hash}.webp`))!
    const png = await store.png(drawn, ownerId)
    assert.isTrue(png.ok)
    if (png.ok) assert.equal(await xmpOfPicture(png.value), xmpOf('algorithmicMedia'))
    // Without the mark, the same pixels are another picture.
    assert.notDeepEqual(await store.put(drawn, newId()), stored)
    const plainPng = await store.png(await noisy(20, 20).withXmp('<x/>').webp().toBuffer(), ownerId)
    assert.isUndefined(plainPng.ok && (await xmpOfPicture(plainPng.value)))
  })

  test('scales a file’s picture without storing it', async ({ assert }) => {
    const { store, rowsOf, ownerId } = await setUp()
    const file = join(folder, 'preview.png')
    await noisy(300, 200).png().toFile(file)
    const preview = await store.preview(file, 96, ownerId)
    assert.equal(preview.ok && (await sharp(preview.value).metadata()).width, 96)
    assert.isEmpty(await rowsOf(ownerId))
    assert.isEmpty(filesIn('under-way'))
  })

  test('accepts more bytes than an upload', async ({ assert }) => {
    const { store, ownerId } = await setUp()
    const picture = await plain(2_000, 2_000).png({ compressionLevel: 0 }).toBuffer()
    assert.isAbove(picture.length, 10_000_000)
    assert.isTrue((await store.put(picture, ownerId)).ok)
  })

  test('keeps the files when it races with their removal', async ({ assert }) => {
    const { db, files, store, rowsOf, ownerId } = await setUp()
    const picture = await noisy(120, 120).png().toBuffer()
    await store.put(picture, ownerId)
    const [{ hash, widths }] = await rowsOf(ownerId)
    await db.rawQuery('DELETE FROM pictures WHERE hash = ?', [hash])
    await db.rawQuery(
      `INSERT INTO removed_pictures VALUES (?, ?::integer[], clock_timestamp() - interval '11 minutes')`,
      [hash, widths]
    )
    const isWaitedFor = async () => {
      const { rows } = await db.rawQuery(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM removed_pictures%'`
      )
      return rows.length > 0
    }
    let isBrought = false
    let bringing: Promise<unknown> | undefined
    const remove = async (hash: string, width: number) => {
      bringing ??= store.put(picture, ownerId).then(() => (isBrought = true))
      await waitUntil('it is brought, or waits for us', async () => isBrought || (await isWaitedFor()))
      await files.remove(hash, width)
    }
    await new RemoveFiles(db, { remove } as PictureFiles, new PurgeCopies(settings, systemTimers)).run()
    await bringing
    assert.lengthOf(await rowsOf(ownerId), 1)
    for (const width of widths) assert.isNotEmpty(await files.get(hash, width))
  })

  test('converts every pixel into a PNG', async ({ assert }) => {
    const { store, ownerId } = await setUp()
    const picture = await noisy(3_000, 40)
      .withExif({ IFD0: { ImageDescription: 'a camera' } })
      .webp()
      .toBuffer()
    const png = await store.png(picture, ownerId)
    if (!png.ok) return assert.fail(png.failure.kind)
    const { format, exif } = await sharp(png.value).metadata()
    assert.deepEqual([format, exif], ['png', undefined])
    assert.isTrue((await sharp(png.value).raw().toBuffer()).equals(await sharp(picture).raw().toBuffer()))
    const half = await store.png(picture.subarray(0, picture.length / 2), ownerId)
    assert.deepEqual(half, { ok: false, failure: { kind: 'unreadable' } })
    assert.isEmpty(filesIn('under-way'))
  })

  test('throws when the reading process can’t start', async ({ assert }) => {
    const lonely = new PictureReader(settings)
    const { store, ownerId } = await setUp(lonely)
    const noDecoders = `import { registerHooks } from 'node:module'
      registerHooks({
        resolve(name, context, next) {
          if (name === 'sharp') throw new Error('There is no sharp')
          return next(name, context)
        },
      })`
    const inherited = [...process.execArgv]
    process.execArgv.push(`--import=data:text/javascript,${encodeURIComponent(noDecoders)}`)
    try {
      const picture = await plain(20, 20).png().toBuffer()
      await assert.rejects(() => store.put(picture, ownerId), /could not be read.*There is no sharp/)
    } finally {
      process.execArgv = inherited
      lonely.stop()
    }
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
    test(`refuses ${what} and leaves no files`, async ({ assert }) => {
      const { store, rowsOf, ownerId } = await setUp()
      // Creates the folders that are checked below.
      assert.isTrue((await store.put(await plain(20, 20, '#123456').png().toBuffer(), newId())).ok)
      const before = filesIn('kept')
      assert.containsSubset(await store.put(await make(), ownerId), { ok: false, failure: { kind } })
      assert.deepEqual(await rowsOf(ownerId), [])
      assert.deepEqual(filesIn('kept'), before)
      assert.isEmpty(filesIn('under-way'))
    })
})
