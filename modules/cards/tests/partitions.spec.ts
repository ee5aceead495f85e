import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { longRun } from '#tests/support/long_run'
import { openPartitioned } from '#tests/support/partitions'
import { CardOriginals } from '../src/originals/card_originals.ts'
import { OriginalFiles } from '../src/originals/original_files.ts'
import { ImportedLorebooks } from '../src/importing/imported_lorebooks.ts'

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

test.group('Partitioned originals of cards', () => {
  test('are read in one partition of each table for a statement on behalf of one user', async ({ assert, cleanup }) => {
    const { db, run, seen } = await openPartitioned(cleanup)
    const folder = mkdtempSync(join(tmpdir(), 'facet-originals-'))
    cleanup(async () => rmSync(folder, { recursive: true, force: true }))
    const originals = new CardOriginals(db, new OriginalFiles({ originals: { folder, s3: null } } as never))
    const [ownerId, characterId, path] = [newId(), newId(), join(folder, 'received')]
    const put = async (text: string) => {
      writeFileSync(path, text)
      const file = await run('writing a file', () => originals.writeFile(ownerId, { path, sha256: sha256Of(text) }))
      const original = {
        characterId,
        file,
        fileName: null,
        archiveName: null,
        fileFormat: 'json',
        cardFormat: 'v2',
        document: Buffer.from(text),
        documentSource: 'json',
        documentSha256: sha256Of(text),
        cameBy: 'upload',
        origins: ['another app'],
        stored: null,
      } as const
      await run('storing an original', () => db.transaction((trx) => originals.store(trx, original)))
    }
    await put('first')
    await put('second')
    const found = await run('finding an original', () => originals.find({ id: characterId, createdBy: ownerId }))
    assert.equal(found!.document.toString(), 'second')
    assert.isTrue(await run('whether there is one', () => originals.has(characterId, ownerId)))
    await run('finding duplicates', () =>
      originals.findDuplicates(ownerId, { fileSha256: sha256Of('first'), documentSha256: sha256Of('first') })
    )
    await run('finding by origins', () => originals.findByOrigins(ownerId, ['another app']))
    await run('finding by a file', () => originals.findByFile(ownerId, sha256Of('first')))
    await run('counting bytes', () => originals.usedBytes(ownerId))
    await run('deleting the account', () => db.transaction((trx) => originals.forgetOwner(ownerId, trx)))

    const lorebooks = new ImportedLorebooks(db, { findOwn: async () => [] } as never)
    const file = { original: { sha256: sha256Of('book') }, documentSha256: sha256Of('text'), facetId: null } as never
    await run('adding a lorebook', () => db.transaction((trx) => lorebooks.add(ownerId, file, newId(), trx)))
    await run('finding a lorebook', () => lorebooks.findDuplicate(ownerId, file))
    assert.includeMembers([...seen], ['card_originals', 'card_files', 'card_known_hashes', 'card_lorebook_files'])
  }).tags(longRun)
})
