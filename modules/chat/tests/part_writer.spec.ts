import { test } from '@japa/runner'
import { queryUnprepared } from '#modules/kernel/sql'
import { startDatabaseProxy } from '#tests/support/database_proxy'
import { PartWriter } from '../src/recovery/part_writer.ts'
import { startProcess } from './support.ts'

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
  /** The database crashes: it loses parts that it had not flushed, and all connections. */
  const crash = async (replyId: string, firstLost: number) => {
    await ask('DELETE FROM reply_parts WHERE reply_id = $1 AND seq >= $2', replyId, firstLost)
    proxy.cut()
    proxy.mend()
  }
  /** Waits until the process has noticed that the connection is gone. */
  const lost = async () => {
    while (context.connection.connectedForMs > 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return { context, open, parts, savedText, crash, lost }
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
})
