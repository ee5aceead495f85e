import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { kitMail, registerMailKit, sender } from '#plugins/kits/mail_kit'
import { readMail } from '../../kits/read_mail.ts'
import { folderMail } from '../index.ts'

const open = async () => {
  const root = mkdtempSync(join(tmpdir(), 'facet-mail-'))
  const folder = join(root, 'outbox')
  const files = () => (statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder).toSorted() : [])
  return {
    folder,
    files,
    transport: folderMail({ folder, from: sender }),
    received: () => Promise.all(files().map((file) => readMail(readFileSync(join(folder, file))))),
    close: async () => rmSync(root, { recursive: true }),
  }
}

test.group('Mail in a folder', () => {
  registerMailKit({ name: 'mail-folder', test: (title, run) => void test(title, run), open })

  test('is readable by its owner only, and can be deleted', async ({ assert }) => {
    const { transport, folder, files, close } = await open()
    await transport.send(kitMail, new AbortController().signal)
    assert.deepEqual(files(), [`${kitMail.id}.eml`])
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    assert.equal(statSync(join(folder, files()[0]!)).mode & 0o777, 0o600)
    await transport.copies!.delete([kitMail.id, '0193a000-0000-7000-8000-00000000ffff'])
    assert.deepEqual(files(), [])
    await close()
  })

  test('refuses an id that is no UUID', async ({ assert }) => {
    const { transport, close } = await open()
    await assert.rejects(() => transport.send({ ...kitMail, id: '../../evil' }, new AbortController().signal), /UUID/)
    await close()
  })
})
