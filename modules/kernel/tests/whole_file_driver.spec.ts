import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { openDisk } from '../open_disk.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test.group('A folder of files', (group) => {
  const parent = mkdtempSync(join(tmpdir(), 'facet-files-'))
  group.teardown(() => rmSync(parent, { recursive: true, force: true }))

  test('is readable by the server’s own user only, however a file arrives', async ({ assert }) => {
    const folder = join(parent, 'cards')
    const disk = await openDisk({ folder, s3: null })
    const source = join(parent, 'received')
    writeFileSync(source, 'moved', { mode: 0o644 })
    await disk.put('a/b/whole', 'text')
    await disk.moveFromFs(source, 'a/c/moved')
    for (const name of ['.', 'a', 'a/b', 'a/c']) assert.equal(modeOf(join(folder, name)), '700', name)
    for (const name of ['a/b/whole', 'a/c/moved']) assert.equal(modeOf(join(folder, name)), '600', name)
    assert.equal(await disk.get('a/c/moved'), 'moved')
    assert.deepEqual(readdirSync(join(folder, 'a/c')), ['moved'])
  })

  test('of an earlier release is closed by the first file', async ({ assert }) => {
    const folder = mkdtempSync(join(parent, 'old-'))
    chmodSync(folder, 0o755)
    await (await openDisk({ folder, s3: null })).put('new', 'text')
    assert.equal(modeOf(folder), '700')
  })
})
