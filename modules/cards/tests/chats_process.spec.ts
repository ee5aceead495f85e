import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { readInProcess } from '../src/chats/reading/read_in_process.ts'
import { collect, header, lines, now, readFile, said } from './chats_files.ts'

const folder = mkdtempSync(join(tmpdir(), 'facet-reading-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const options = { fileName: 'Old.jsonl', now, character: { name: 'Mo Vale', greetings: [] } }
const limits = { timeoutMs: 60_000, memoryMb: 256 }

const stored = (name: string, content: string) => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

test.group('Reading chats in a process', () => {
  test('gives the same events as reading them here', async ({ assert }) => {
    const content = lines(
      header(),
      ...Array.from({ length: 2_500 }, (_, n) => said(`Message ${n}.`)),
      said('', { mes: 'x'.repeat(2_000_000) })
    )
    const file = stored('long.jsonl', content)
    assert.deepEqual(await collect(readInProcess({ file, options }, limits)), await readFile(content, options))
    const refused = await collect(readInProcess({ file: stored('none.txt', 'hello'), options }, limits))
    assert.equal(refused.refusal?.code, 'not_a_chat')
  }).tags(longRun)

  test('refuses a file that needs more memory than allowed', async ({ assert }) => {
    const file = stored('heavy.json', `{"internal":[${'["a","b"],'.repeat(3_000_000)}["a","b"]],"visible":[]}`)
    const { refusal } = await collect(readInProcess({ file, options }, { ...limits, memoryMb: 32 }))
    assert.equal(refusal?.code, 'too_heavy')
  }).tags(longRun)

  test('throws when the process doesn’t start in time', async ({ assert }) => {
    const file = stored('slow.jsonl', lines(header(), said('Hello?')))
    await assert.rejects(
      async () => collect(readInProcess({ file, options }, { ...limits, timeoutMs: 0 })),
      'A background process could not be started: too_slow'
    )
  })

  test('ends when the caller stops reading', async ({ assert }) => {
    const file = stored('left.jsonl', lines(header(), ...Array(5_000).fill(said('Hello?'))))
    const events = readInProcess({ file, options }, limits)
    await events.next()
    await events.return(undefined)
    assert.isTrue((await events.next()).done)
  })

  test('throws when the file can’t be read', async ({ assert }) => {
    await assert.rejects(async () => collect(readInProcess({ file: join(folder, 'missing'), options }, limits)))
  })
})
