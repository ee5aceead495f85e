import { appendFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { newId } from '#modules/kernel/ids'
import { readJournal } from '../replies/recover/left_journals.ts'
import { journalAgeMs, journalIntervalMs, ReplyJournal } from '../replies/recover/reply_journal.ts'
import { sweepReplies } from '../replies/recover/sweep_replies.ts'
import { ReplyHub } from '../replies/run/reply_hub.ts'
import { beginInTables, startProcess } from './support.ts'

const setUp = async (cleanup: (work: () => Promise<void>) => void) => {
  const timers = new AdjustableTimers()
  const warnings: string[] = []
  const { context, open } = await startProcess(cleanup, { timers, onLog: (message) => void warnings.push(message) })
  const { hub, journalFolder: folder, owner } = context
  const journal = new ReplyJournal(context)
  cleanup(() => journal.close())
  const pass = async (ms = journalIntervalMs) => {
    await timers.advance(ms)
    await journal.idle
  }
  const files = async () => (await readdir(folder).catch(() => [])).toSorted()
  /** Returns the texts in all files. */
  const texts = async () => {
    const maps = await Promise.all((await files()).map((name) => readJournal(join(folder, name))))
    return Object.fromEntries(maps.flatMap((map) => [...map]))
  }
  /** Begins a reply of this process in the tables. `keptAfterKill` returns the text that a process of this machine keeps after a kill. */
  const begin = async () => {
    const { ask, userId, replyId, messageId } = await beginInTables()
    await ask('UPDATE replies SET owner = $2 WHERE id = $1', replyId, owner)
    const live = open({ id: replyId, userId })
    const sweep = () => sweepReplies({ ...context, owner: newId(), hub: new ReplyHub(timers) })
    const keptAfterKill = async () => {
      const gone = `INSERT INTO reply_owners (id, instance, lease_until) VALUES ($1, 'gone', '-infinity') ON CONFLICT DO NOTHING`
      await ask(gone, owner)
      await sweep()
      const [message] = await ask('SELECT content FROM chat_messages WHERE id = $1', messageId)
      return (message?.content ?? '') as string
    }
    const savePart = (text: string) =>
      ask('INSERT INTO reply_parts (user_id, reply_id, seq, text) VALUES ($1, $2, 0, $3)', userId, replyId, text)
    return { live, savePart, sweep, keptAfterKill }
  }
  return { timers, journal, hub, owner, folder, open, begin, pass, files, texts, warnings }
}

test.group('The journal of replies', () => {
  test('keeps more than 97 % of the text that readers saw before a kill', async ({ assert, cleanup }) => {
    const { begin, open, pass } = await setUp(cleanup)
    const phases = 5
    const [words, wordMs] = [40, 20]
    // This reply begins the intervals.
    open().append('Once ')
    let kept = 0
    for (let phase = 0; phase < phases; phase++) {
      const { live, keptAfterKill } = await begin()
      await pass(wordMs / phases)
      for (let word = 0; word < words; word++) {
        live.append('word ')
        for (let step = 0; step < phases; step++) if (word + 1 < words || step < phase) await pass(wordMs / phases)
      }
      const text = await keptAfterKill()
      assert.isTrue(live.text.startsWith(text))
      kept += text.length / live.text.length / phases
    }
    assert.isAtLeast(kept, 0.97)
  })

  test('continues the text of the tables, and is ignored if it differs', async ({ assert, cleanup }) => {
    const { begin, pass } = await setUp(cleanup)
    const [longer, shorter, other] = [await begin(), await begin(), await begin()]
    for (const { live } of [longer, shorter, other]) live.append('Once upon ')
    await pass()
    await longer.savePart('Once ')
    await shorter.savePart('Once upon a time')
    await other.savePart('Never ')
    assert.equal(await longer.keptAfterKill(), 'Once upon ')
    assert.equal(await shorter.keptAfterKill(), 'Once upon a time')
    assert.equal(await other.keptAfterKill(), 'Never ')
  })

  test('is deleted when its last reply has ended, and by a sweep after a kill', async ({ assert, cleanup }) => {
    const { begin, hub, open, pass, files } = await setUp(cleanup)
    const live = open()
    live.append('Once ')
    await pass()
    assert.lengthOf(await files(), 1)
    hub.close(live)
    await pass()
    assert.deepEqual(await files(), [])
    const killed = await begin()
    killed.live.append('Once ')
    await pass()
    assert.equal(await killed.keptAfterKill(), 'Once ')
    await killed.sweep()
    assert.deepEqual(await files(), [])
  })

  test('forgets ended replies within seconds, and keeps the others whole', async ({ assert, cleanup }) => {
    const { hub, open, pass, texts, files } = await setUp(cleanup)
    const [ended, running, silent] = [open(), open(), open()]
    for (const live of [ended, running]) live.append('Once ')
    await pass()
    const [first] = await files()
    hub.close(ended)
    running.append('upon ')
    await pass(journalAgeMs)
    await pass()
    assert.deepEqual(await texts(), { [running.identity.id]: 'Once upon ' })
    assert.notDeepEqual(await files(), [first])
    silent.append('Never ')
    await pass()
    assert.deepEqual(await texts(), { [running.identity.id]: 'Once upon ', [silent.identity.id]: 'Never ' })
  })

  test('takes the longer text if the process was killed between two files', async ({ assert, cleanup }) => {
    const { begin, folder, owner, pass } = await setUp(cleanup)
    const { live, keptAfterKill } = await begin()
    live.append('Once upon ')
    await pass()
    await writeFile(join(folder, `${owner}.1`), `${JSON.stringify([live.identity.id, 'Once '])}\n["torn`)
    assert.equal(await keptAfterKill(), 'Once upon ')
  })

  test('has the text before an incomplete entry', async ({ assert, cleanup }) => {
    const { begin, files, folder, pass } = await setUp(cleanup)
    const { live, keptAfterKill } = await begin()
    live.append('Once ')
    await pass()
    await appendFile(join(folder, (await files())[0]!), `["${live.identity.id}","upo`)
    assert.equal(await keptAfterKill(), 'Once ')
  })

  test("ignores text of a reply in another process's file", async ({ assert, cleanup }) => {
    const { begin, folder } = await setUp(cleanup)
    const { live, keptAfterKill } = await begin()
    await mkdir(folder)
    await writeFile(join(folder, `${newId()}.0`), `${JSON.stringify([live.identity.id, 'Not mine.'])}\n`)
    assert.equal(await keptAfterKill(), '')
  })

  test('can only be read by its user', async ({ assert, cleanup }) => {
    const { open, folder, files, pass } = await setUp(cleanup)
    open().append('Once ')
    await pass()
    const modes = await Promise.all([folder, join(folder, (await files())[0]!)].map((path) => stat(path)))
    assert.deepEqual(
      modes.map(({ mode }) => mode & 0o777),
      [0o700, 0o600]
    )
  })

  test('holds the longest reply, in several writes', async ({ assert, cleanup }) => {
    const { begin, pass } = await setUp(cleanup)
    const { live, keptAfterKill } = await begin()
    const longest = '😀\n"猫'.repeat(40_000)
    live.append(longest)
    await pass()
    assert.isTrue((await keptAfterKill()) === longest)
  })

  test('stops at its maximum size, and begins again when replies have ended', async ({ assert, cleanup }) => {
    const { hub, open, pass, files, texts, warnings } = await setUp(cleanup)
    // Each letter takes six bytes as JSON.
    const large = Array.from({ length: 15 }, () => open())
    for (const live of large) live.append('\u0001'.repeat(200_000))
    await pass()
    assert.deepEqual(await files(), [])
    assert.lengthOf(warnings, 1)
    for (const live of large) hub.close(live)
    const small = open()
    small.append('Once ')
    await pass(journalAgeMs)
    small.append('upon ')
    await pass()
    assert.deepEqual(await texts(), { [small.identity.id]: 'Once upon ' })
  })

  test('costs nothing else when the folder is not writable, and begins again later', async ({ assert, cleanup }) => {
    const { open, folder, pass, texts, warnings } = await setUp(cleanup)
    await writeFile(folder, 'a file in the place of the folder')
    const live = open()
    live.append('Once ')
    await pass()
    live.append('upon ')
    await pass()
    await rm(folder)
    await pass(journalAgeMs)
    live.append('a time')
    await pass()
    assert.deepEqual(await texts(), { [live.identity.id]: 'Once upon a time' })
    assert.lengthOf(warnings, 1)
  })
})
