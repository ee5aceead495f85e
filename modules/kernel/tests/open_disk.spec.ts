import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { engineFolder } from '#tests/support/engines'
import { startS3Store } from '#tests/support/s3_store'
import { openDisk, type DiskSettings } from '../open_disk.ts'

const hasS3 = engineFolder('s3rver') !== null
const hint = 'npm run test:engines installs s3rver'

const startFolder = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-files-'))
  const close = async () => rmSync(folder, { recursive: true, force: true })
  return { settings: { folder, s3: null } as DiskSettings, close }
}

const startS3 = async () => {
  const { settings, close } = await startS3Store()
  return { settings: { folder: '', s3: settings } as DiskSettings, close }
}

for (const [name, start] of Object.entries({ 'a folder': startFolder, 'an S3 store': startS3 }))
  test.group(`Files in ${name}`, (group) => {
    const isSkipped = start === startS3 && !hasS3
    let store: Awaited<ReturnType<typeof startFolder>>
    group.setup(async () => {
      if (!isSkipped) store = await start()
    })
    group.teardown(() => store?.close())
    const open = () => openDisk(store.settings)

    test('come back unchanged, and replace earlier ones', async ({ assert }) => {
      const disk = await open()
      for (const bytes of [randomBytes(200_000), Buffer.from('short'), Buffer.alloc(0)]) {
        await disk.put('ab/file.webp', bytes, { contentType: 'image/webp' })
        assert.isTrue(Buffer.from(await disk.getBytes('ab/file.webp')).equals(bytes))
        assert.isTrue((await buffer(await disk.getStream('ab/file.webp'))).equals(bytes))
      }
    }).skip(isSkipped, hint)

    test('are moved from the disk', async ({ assert }) => {
      const disk = await open()
      const folder = mkdtempSync(join(tmpdir(), 'facet-source-'))
      const source = join(folder, 'source')
      for (const bytes of [randomBytes(200_000), Buffer.alloc(0)]) {
        writeFileSync(source, bytes)
        await disk.moveFromFs(source, 'moved/file')
        assert.isFalse(existsSync(source))
        assert.isTrue((await buffer(await disk.getStream('moved/file'))).equals(bytes))
      }
      rmSync(folder, { recursive: true })
    }).skip(isSkipped, hint)

    test('are missing until they are stored, and after they were removed', async ({ assert }) => {
      const disk = await open()
      assert.isFalse(await disk.exists('a/b/file'))
      await assert.rejects(() => disk.getBytes('a/b/file'))
      await assert.rejects(async () => buffer(await disk.getStream('a/b/file')))
      await disk.delete('a/b/file')
      await disk.put('a/b/file', 'text')
      assert.isTrue(await disk.exists('a/b/file'))
      await disk.delete('a/b/file')
      await disk.delete('a/b/file')
      assert.isFalse(await disk.exists('a/b/file'))
    }).skip(isSkipped, hint)

    test('are removed with their folder, and no others', async ({ assert }) => {
      const disk = await open()
      await disk.deleteAll('imports/1')
      const gone = ['imports/1/0', 'imports/1/deeper/0']
      for (const key of [...gone, 'imports/11/0', 'imports/2/0']) await disk.put(key, 'text')
      await disk.deleteAll('imports/1')
      await disk.deleteAll('imports/1')
      for (const key of gone) assert.isFalse(await disk.exists(key), key)
      for (const key of ['imports/11/0', 'imports/2/0']) assert.isTrue(await disk.exists(key), key)
    }).skip(isSkipped, hint)
  })

test.group('An S3 store', () => {
  test('that doesn’t answer is given up', async ({ assert, cleanup }) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    cleanup(() => void silent.close())
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
    const s3 = { bucket: 'facet', region: 'us-east-1', endpoint, credentials }
    const disk = await openDisk({ folder: '', s3 }, { silenceMs: 50 })
    await assert.rejects(() => disk.put('a', 'text'), /a/)
  }).skip(!hasS3, hint)
})
