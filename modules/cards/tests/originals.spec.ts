import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import type { CardSettings } from '../src/card_settings.ts'
import { CardOriginals } from '../src/originals/card_originals.ts'
import { OriginalFiles } from '../src/originals/original_files.ts'

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test.group('Originals of cards', (group) => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-originals-'))
  group.teardown(() => rmSync(folder, { recursive: true, force: true }))

  const setUp = async () => {
    const db = await app.container.make(Database)
    const originals = new CardOriginals(db, new OriginalFiles({ originals: { folder, s3: null } } as CardSettings))
    const ownerId = newId()
    const bytes = randomBytes(1_000)
    const path = join(folder, 'received')
    writeFileSync(path, bytes)
    const sha256 = sha256Of(bytes)
    const document = Buffer.from('{"name":"\\ud800 \\u0000"}\0')
    const put = async (characterId: string) => {
      const file = await originals.writeFile(ownerId, { path, sha256 })
      await db.transaction((trx) =>
        originals.store(trx, {
          characterId,
          file,
          fileName: '../../etc/passwd',
          archiveName: null,
          fileFormat: 'png',
          cardFormat: 'v3',
          document,
          documentSource: 'ccv3',
          documentSha256: sha256Of(document),
          cameBy: 'upload',
          origins: [],
          stored: null,
        })
      )
      return file
    }
    const age = () =>
      db.rawQuery(`UPDATE card_files SET unused_since = unused_since - INTERVAL '61 minutes' WHERE user_id = ?`, [
        ownerId,
      ])
    const isOnDisk = () => existsSync(join(folder, 'originals', ownerId, sha256.slice(0, 2), sha256))
    return { db, originals, ownerId, bytes, path, sha256, document, put, age, isOnDisk }
  }

  test('gives back the file and the text, byte for byte', async ({ assert }) => {
    const { originals, put, bytes, document, sha256, ownerId } = await setUp()
    const characterId = newId()
    const file = await put(characterId)
    const original = await originals.find({ id: characterId, createdBy: ownerId })
    assert.deepInclude(original, { characterId, fileName: '../../etc/passwd', fileFormat: 'png', cardFormat: 'v3' })
    assert.deepEqual(original!.file, { ownerId, sha256, bytes: 1_000 })
    assert.isTrue(Buffer.from(original!.document).equals(document))
    assert.isTrue((await originals.readFile(file))!.equals(bytes))
    assert.equal(await originals.usedBytes(ownerId), 1_000 + document.byteLength)
    assert.isNull(await originals.find({ id: newId(), createdBy: ownerId }))
  })

  test('finds duplicates by the file or the text, of the same owner only', async ({ assert }) => {
    const { originals, put, document, sha256, ownerId } = await setUp()
    const characterId = newId()
    await put(characterId)
    const other = sha256Of(Buffer.from('other'))
    const find = (owner: string, fileSha256: string, documentSha256: string) =>
      originals.findDuplicates(owner, { fileSha256, documentSha256 })
    assert.deepEqual(await find(ownerId, sha256, other), [characterId])
    assert.deepEqual(await find(ownerId, other, sha256Of(document)), [characterId])
    assert.deepEqual(await find(ownerId, other, other), [])
    assert.deepEqual(await find(newId(), sha256, sha256Of(document)), [])
  })

  test('removes a file when its last character is gone, and not before', async ({ assert }) => {
    const { db, originals, put, age, isOnDisk, ownerId } = await setUp()
    const [first, second] = [newId(), newId()]
    await put(first)
    await put(second)
    const forget = (id: string) => db.transaction((trx) => originals.forgetCharacters([id], trx))
    await forget(first)
    await age()
    await originals.removeUnusedFiles()
    assert.isTrue(isOnDisk())
    await forget(second)
    await originals.removeUnusedFiles()
    // The file is kept for now, because an import may be about to use it.
    assert.isTrue(isOnDisk())
    await age()
    assert.isAtLeast(await originals.removeUnusedFiles(), 1)
    assert.isFalse(isOnDisk())
    assert.equal(await originals.usedBytes(ownerId), 0)
  })

  test('removes a file whose character was never stored', async ({ assert }) => {
    const { originals, path, sha256, ownerId, age, isOnDisk } = await setUp()
    await originals.writeFile(ownerId, { path, sha256 })
    assert.equal(await originals.usedBytes(ownerId), 0)
    await originals.removeUnusedFiles()
    assert.isTrue(isOnDisk())
    await age()
    await originals.removeUnusedFiles()
    assert.isFalse(isOnDisk())
  })

  test('deletes rows with the account, and files right after', async ({ assert }) => {
    const { db, originals, put, isOnDisk, ownerId } = await setUp()
    const characterId = newId()
    await put(characterId)
    await db.transaction((trx) => originals.forgetOwner(ownerId, trx))
    assert.isNull(await originals.find({ id: characterId, createdBy: ownerId }))
    await originals.removeUnusedFiles()
    assert.isFalse(isOnDisk())
  })
})
