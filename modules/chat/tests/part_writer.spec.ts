import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { queryUnprepared } from '#modules/kernel/sql'
import { startDatabaseProxy } from '#tests/support/database_proxy'
import { waitUntil } from '#tests/support/wait_until'
import type { ReplyContext } from '../replies/run/reply_context.ts'
import { ReplyHub } from '../replies/run/reply_hub.ts'
import { PartWriter } from '../replies/recover/part_writer.ts'
import { tailsPerTick } from '../replies/recover/reply_maintenance.ts'
import { sweepReplies } from '../replies/recover/sweep_replies.ts'
import { beginInTables, startProcess } from './support.ts'

const setUp = async (cleanup: (work: () => Promise<void>) => void) => {
  const proxy = await startDatabaseProxy(process.env.DATABASE_URL!)
  cleanup(() => Promise.resolve(proxy.close()))
  const { context, open } = await startProcess(cleanup, { databaseUrl: proxy.url })
  const parts = new PartWriter(context)
  const ask = (sql: string, ...values: unknown[]) => queryUnprepared<any>(context.db.connection(), sql, values)
  const savedText = async (replyId: string) => {
    const rows = await ask('SELECT text FROM reply_parts WHERE reply_id = $1 ORDER BY seq', replyId)
    return rows.map(({ text }) => text).join('')
  }
  /** Simulates a crash of the database, which loses unflushed parts and all connections. */
  const crash = async (replyId: string, firstLost: number) => {
    await ask('DELETE FROM reply_parts WHERE reply_id = $1 AND seq >= $2', replyId, firstLost)
    proxy.cut()
    proxy.mend()
  }
  /** Waits until the process has noticed that the connection is gone. */
  const lost = () => waitUntil('the connection is lost', () => context.connection.connectedForMs === 0)
  /** Returns the replies and texts of the saved tails. */
  const savedTails = async () => {
    const rows = await ask('SELECT tails FROM reply_tails WHERE owner = $1 ORDER BY seq', context.owner)
    return rows.map(({ tails }) => (tails as [string, number, string][]).map(([id, , text]) => [id, text]))
  }
  /** Begins a reply of this process. `keptAfterKill` returns the text that another process keeps after a kill. */
  const begin = async () => {
    const { userId, replyId, messageId } = await beginInTables()
    await ask('UPDATE replies SET owner = $2 WHERE id = $1', replyId, context.owner)
    const live = open({ id: replyId, userId })
    const keptAfterKill = async () => {
      context.hub.close(live)
      const gone = `INSERT INTO reply_owners (id, instance, lease_until) VALUES ($1, 'gone', '-infinity') ON CONFLICT DO NOTHING`
      await ask(gone, context.owner)
      const connection = { query: (sql: string, values: unknown[] = []) => ask(sql, ...values), connectedForMs: 0 }
      const { timings, timers, db } = context
      const other = { connection, db, hub: new ReplyHub(timers), owner: newId(), timings, timers }
      await sweepReplies(other as unknown as ReplyContext)
      const [message] = await ask('SELECT content FROM chat_messages WHERE id = $1', messageId)
      return (message?.content ?? '') as string
    }
    return { live, keptAfterKill }
  }
  return { context, open, begin, parts, ask, savedText, savedTails, crash, lost }
}

test.group('The part writer', () => {
  test('appends the text of all replies in one statement, and nothing that was saved before', async ({
    assert,
    cleanup,
  }) => {
    const { open, parts, savedText } = await setUp(cleanup)
    const replies = [open(), open()]
    for (const word of ['Once ', 'upon ', 'a time']) {
      for (const live of replies) live.append(word)
      await parts.save('all')
      await parts.save('all')
    }
    for (const live of replies) assert.equal(await savedText(live.identity.id), 'Once upon a time')
  })

  test('saves only followed replies between two regular ticks', async ({ assert, cleanup }) => {
    const { open, parts, savedText } = await setUp(cleanup)
    const [followed, other] = [open(), open()]
    followed.followedUntil = Infinity
    // The first save after connecting concerns all replies.
    await parts.save('followed')
    for (const word of ['Once ', 'upon ', 'a time']) {
      followed.append(word)
      other.append(word)
      await parts.save('followed')
    }
    assert.equal(await savedText(followed.identity.id), 'Once upon a time')
    assert.equal(await savedText(other.identity.id), '')
  })

  test('rewrites all parts after the database lost some in a crash', async ({ assert, cleanup }) => {
    const { open, parts, savedText, crash, lost } = await setUp(cleanup)
    const live = open()
    for (const word of ['Once ', 'upon ', 'a ']) {
      live.append(word)
      await parts.save('all')
    }
    await crash(live.identity.id, 1)
    await lost()
    live.append('time')
    await parts.save('all')
    assert.equal(await savedText(live.identity.id), 'Once upon a time')
  })

  test('rewrites all parts when the crash is noticed while saving', async ({ assert, cleanup }) => {
    const { context, open, parts, savedText, crash } = await setUp(cleanup)
    const live = open()
    for (const word of ['Once ', 'upon ', 'a ']) {
      live.append(word)
      await parts.save('all')
    }
    const pinned = context.connection.pinned.bind(context.connection)
    let isCrashing = true
    context.connection.pinned = async () => {
      const query = await pinned()
      if (isCrashing) await crash(live.identity.id, 1)
      isCrashing = false
      return query
    }
    live.append('time')
    await assert.rejects(() => parts.save('all'))
    await parts.save('all')
    assert.equal(await savedText(live.identity.id), 'Once upon a time')
  })

  test('saves what is new between two saves in one row, and deletes it with the next save', async ({
    assert,
    cleanup,
  }) => {
    const { open, parts, savedText, savedTails } = await setUp(cleanup)
    const [one, two] = [open(), open()]
    const [first, second] = [one.identity.id, two.identity.id]
    await parts.save('all')
    one.append('Once ')
    two.append('Never ')
    await parts.saveTails()
    one.append('upon ')
    await parts.saveTails()
    await parts.saveTails()
    assert.deepEqual(await savedTails(), [
      [
        [first, 'Once '],
        [second, 'Never '],
      ],
      [[first, 'upon ']],
    ])
    await parts.save('all')
    assert.deepEqual(await savedTails(), [])
    assert.equal(await savedText(first), 'Once upon ')
    one.append('a time')
    await parts.saveTails()
    assert.deepEqual(await savedTails(), [[[first, 'a time']]])
  })

  test('saves all new text in one row at most regular saves, and as parts at every eighth one', async ({
    assert,
    cleanup,
  }) => {
    const { open, parts, savedText, savedTails } = await setUp(cleanup)
    const live = open()
    const { id } = live.identity
    await parts.save('all')
    live.append('A long beginning. ')
    await parts.saveRegularly()
    for (let save = 2; save < 8; save++) {
      live.append(String(save))
      await parts.saveRegularly()
    }
    assert.equal(await savedText(id), '')
    assert.deepEqual(
      await savedTails(),
      ['A long beginning. ', '2', '3', '4', '5', '6', '7'].map((text) => [[id, text]])
    )
    live.append('8')
    await parts.saveRegularly()
    assert.equal(await savedText(id), 'A long beginning. 2345678')
    assert.deepEqual(await savedTails(), [])
  })

  test('saves a followed reply as parts at each regular save, and keeps the text of the others', async ({
    assert,
    cleanup,
  }) => {
    const { open, parts, savedText, savedTails } = await setUp(cleanup)
    const [followed, other] = [open(), open()]
    followed.followedUntil = Infinity
    await parts.save('all')
    for (const live of [followed, other]) live.append('Once ')
    await parts.saveRegularly()
    assert.equal(await savedText(followed.identity.id), 'Once ')
    assert.deepEqual(await savedTails(), [[[other.identity.id, 'Once ']]])
  })

  test('deletes the tails of replies that have ended', async ({ assert, cleanup }) => {
    const { context, open, parts, savedTails } = await setUp(cleanup)
    const live = open()
    await parts.save('all')
    live.append('Once ')
    await parts.saveTails()
    context.hub.close(live)
    await parts.save('all')
    assert.deepEqual(await savedTails(), [])
  })

  test('saves fewer tails of a longer text', async ({ assert, cleanup }) => {
    const { open, parts, savedTails } = await setUp(cleanup)
    const live = open()
    await parts.save('all')
    for (let word = 0; word < 1_000; word++) {
      live.append('word ')
      await parts.saveTails()
    }
    assert.isAtMost((await savedTails()).length, 60)
  })

  test('keeps nine tenths of the text that a reader saw before a kill', async ({ assert, cleanup }) => {
    const { begin, parts } = await setUp(cleanup)
    const tailTickMs = 1_000 / tailsPerTick
    const phases = 5
    const [words, wordMs] = [40, 20]
    let kept = 0
    for (let phase = 0; phase < phases; phase++) {
      const { live, keptAfterKill } = await begin()
      const firstTickAt = (phase * tailTickMs) / phases
      let ticks = 0
      for (let word = 0; word < words; word++) {
        for (; firstTickAt + ticks * tailTickMs < word * wordMs; ticks++)
          // One of these ticks is also the regular one.
          await (ticks === phase ? parts.save('all') : parts.saveTails())
        live.append('word ')
      }
      const text = await keptAfterKill()
      assert.isTrue(live.text.startsWith(text))
      kept += text.length / live.text.length / phases
    }
    assert.isAtLeast(kept, 0.9)
  })

  test('saves no tail after one that may be missing', async ({ assert, cleanup }) => {
    const { context, begin, parts } = await setUp(cleanup)
    const { live, keptAfterKill } = await begin()
    live.append('Once ')
    await parts.save('all')
    const pinned = context.connection.pinned.bind(context.connection)
    context.connection.pinned = () => Promise.resolve(() => Promise.reject(new Error('lost')))
    live.append('upon ')
    await assert.rejects(() => parts.saveTails())
    context.connection.pinned = pinned
    live.append('a ')
    await parts.saveTails()
    assert.equal(await keptAfterKill(), 'Once ')
  })

  test('saves tails again after the next save', async ({ assert, cleanup }) => {
    const { context, begin, parts } = await setUp(cleanup)
    const { live, keptAfterKill } = await begin()
    const pinned = context.connection.pinned.bind(context.connection)
    await parts.save('all')
    context.connection.pinned = () => Promise.resolve(() => Promise.reject(new Error('lost')))
    live.append('Once ')
    await assert.rejects(() => parts.saveTails())
    context.connection.pinned = pinned
    await parts.saveRegularly()
    live.append('upon ')
    await parts.saveTails()
    assert.equal(await keptAfterKill(), 'Once upon ')
  })

  test('ignores a tail that a part has replaced', async ({ assert, cleanup }) => {
    const { begin, parts } = await setUp(cleanup)
    const { live, keptAfterKill } = await begin()
    await parts.save('all')
    live.append('Once ')
    await parts.saveTails()
    live.followedUntil = Infinity
    live.append('upon ')
    // Only a regular save deletes tails.
    await parts.save('followed')
    live.append('a time')
    await parts.saveTails()
    assert.equal(await keptAfterKill(), 'Once upon a time')
  })
})
