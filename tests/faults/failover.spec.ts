import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { connect } from '#tests/support/databases'
import { startDatabaseProxy } from '#tests/support/database_proxy'
import { longRun } from '#tests/support/long_run'
import { numberedWords, speak, speakInTwo } from '#tests/support/model_upstream'
import { openReplicatedDatabase, type DatabaseServer } from '#tests/support/replicated_database'
import { accountOf, ask, begun, brokenAfterwards, kinds, last, send, startStage, writtenIn } from '#tests/support/stage'
import { waitUntil } from '#tests/support/wait_until'

const words = numberedWords(30)
const whole = words.join('')

/** Returns an address with both hosts. */
const both = (one: string, other: string) => one.replace(/@[^/]+/, `$&,${new URL(other).host}`)

const query = async (url: string, sql: string): Promise<any[]> => {
  const client = await connect(url)
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const makeSynchronous = async ({ ownerUrl }: DatabaseServer) => {
  await query(ownerUrl, `ALTER SYSTEM SET synchronous_standby_names = 'replica'`)
  await query(ownerUrl, 'SELECT pg_reload_conf()')
  await waitUntil('the replica is synchronous', async () => {
    const [standby] = await query(ownerUrl, 'SELECT sync_state FROM pg_stat_replication')
    return standby?.sync_state === 'sync'
  })
}

const promote = ({ ownerUrl }: DatabaseServer) => query(ownerUrl, 'SELECT pg_promote()')

const countReplies = async ({ ownerUrl }: DatabaseServer): Promise<number> =>
  (await query(ownerUrl, 'SELECT count(*)::int AS count FROM replies'))[0].count

const start = async (
  cleanup: (close: () => void | Promise<void>) => void,
  { isSynchronous }: { isSynchronous: boolean }
) => {
  const databases = await openReplicatedDatabase()
  cleanup(() => databases.remove())
  const { primary, replica } = databases
  if (isSynchronous) await makeSynchronous(primary)
  const [line, ownerLine] = [await startDatabaseProxy(primary.url), await startDatabaseProxy(primary.ownerUrl)]
  cleanup(() => [line, ownerLine].forEach((one) => one.close()))
  const stage = await startStage({
    databaseUrl: primary.ownerUrl,
    env: {
      DATABASE_URL: both(line.url, replica.url),
      DATABASE_OWNER_URL: both(ownerLine.url, replica.ownerUrl),
      // No lease expires by itself.
      REPLY_LEASE_MS: '200000',
    },
  })
  cleanup(() => stage.close())
  const isServing = () =>
    fetch(`${stage.server.url}/health/ready`).then(
      ({ ok }) => ok,
      () => false
    )
  return { stage, line, primary, replica, isServing }
}

test.group('A primary that another server replaces', () => {
  for (const failure of ['frozen', 'killed'] as const) {
    test(`because it is ${failure} loses no reply and no ruby, and is not used when it comes back`, async ({
      assert,
      cleanup,
    }) => {
      const { stage, line, primary, replica, isServing } = await start(cleanup, { isSynchronous: true })
      const client = await stage.visitor()
      const chats = await stage.chats(client, 6, kinds)
      stage.upstream.answer = speak(words)
      const [written, ...running] = chats
      await (
        await ask(written!, 'Before.')
      ).ended
      const { answer, goOn } = speakInTwo(words.slice(0, 15), words.slice(15))
      stage.upstream.answer = answer
      const streams = await Promise.all(running.map((chat) => ask(chat, 'Hold on!')))
      await Promise.all(streams.map((stream, index) => begun(running[index]!, stream)))

      if (failure === 'frozen') line.freeze()
      else await primary.kill()
      await promote(replica)
      goOn()
      await waitUntil('the server follows', isServing)
      stage.db = await connect(replica.ownerUrl)
      for (const stream of streams) {
        const events = await stream.ended
        assert.equal(last(events).type, 'aiComplete', JSON.stringify(last(events)))
        assert.equal(textOf(events), whole)
      }
      assert.deepEqual(await brokenAfterwards(stage.db), [])
      for (const chat of chats)
        assert.deepInclude(await writtenIn(chat), { content: whole, state: 'complete', rubyCost: 1 })
      assert.deepEqual(await accountOf(stage.db, { client }), { balance: 44, held: 0, paid: 6, charges: 6 })

      // The former primary accepts writes, too.
      if (failure === 'frozen') line.thaw()
      else await primary.start()
      const [before, beforeThere] = [await countReplies(replica), await countReplies(primary)]
      stage.upstream.answer = speak(['Still', ' here.'])
      assert.equal(last(await (await send(chats[0]!, 'Are you there?')).ended).type, 'aiComplete')
      await stage.restart()
      const restarted = { ...chats[0]!, client: client.at(stage.server.url) }
      assert.equal(last(await (await send(restarted, 'And now?')).ended).type, 'aiComplete')
      assert.equal(await countReplies(replica), before + 2)
      assert.equal(await countReplies(primary), beforeThere)
    }).tags(failure === 'killed' ? longRun : [])
  }

  test('without synchronous replication keeps a ledger without contradictions', async ({ assert, cleanup }) => {
    const { stage, primary, replica, isServing } = await start(cleanup, { isSynchronous: false })
    const client = await stage.visitor(10_000)
    stage.upstream.answer = speak(['Yes.'])
    const chats = await stage.chats(client, 40)
    let isOver = false
    const confirmed: string[] = []
    const talk = async (chat: (typeof chats)[number]) => {
      while (!isOver) {
        const events = await send(chat, 'And then?').then(
          ({ ended }) => ended,
          () => []
        )
        const end = events.at(-1)
        if (end?.type === 'aiComplete') confirmed.push(end.message.id)
      }
    }
    const talks = chats.map(talk)
    await waitUntil('many replies are confirmed', () => confirmed.length > 400)
    isOver = true
    await primary.kill()
    await promote(replica)
    await Promise.all(talks)
    await waitUntil('the server follows', isServing)
    stage.db = await connect(replica.ownerUrl)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
    const { rows } = await stage.db.query('SELECT id FROM chat_messages')
    const kept = new Set(rows.map(({ id }) => id))
    const isKept = confirmed.map((id) => kept.has(id))
    // Only the newest ones can be lost. Each chat may have confirmed its reply in another order than that of the commits.
    const firstLost = isKept.indexOf(false)
    if (firstLost !== -1) assert.isBelow(isKept.lastIndexOf(true), firstLost + 2 * chats.length)
  }).tags(longRun)
})
