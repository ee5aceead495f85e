import { test } from '@japa/runner'
import type { UserEvent } from '#modules/chat/api'
import { textOf, type Client, type StreamHandle } from '#tests/support/client'
import { startDatabaseProxy } from '#tests/support/database_proxy'
import { numberedWords, speak, speakInTwo, using, type Call } from '#tests/support/model_upstream'
import { beginServer, startServer, type RunningServer } from '#tests/support/server'
import {
  accountOf,
  ask,
  at,
  begun,
  brokenAfterwards,
  isChunk,
  join,
  kinds,
  last,
  messagesOf,
  send,
  startStage,
  until,
  untilSaved,
  writtenIn,
  type Chat,
  type Stage,
} from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

const words = numberedWords(12)
const whole = words.join('')
/** The number of words before the model waits for the test. */
const wordsBefore = 6
const chatsEach = 6

/** Creates a model that sends the first words, and the rest on demand. It answers “Be brief.” at once with one word. */
const holding = () => {
  const { answer: inTwo, goOn } = speakInTwo(words.slice(0, wordsBefore), words.slice(wordsBefore))
  const brief = speak(words.slice(0, 1))
  const answer = (call: Call) => (JSON.stringify(call.body.messages.at(-1)).includes('Be brief.') ? brief : inTwo)(call)
  return { answer, goOn }
}

/** Opens an event stream. Its first event is the balance. */
const listen = async (client: Client) => {
  const stream = await client.stream('/api/events')
  await stream.waitFor((event) => (event as unknown as UserEvent).type === 'balance')
  return stream
}

const waitForEvent = (tab: StreamHandle, fits: (event: UserEvent) => boolean) =>
  tab.waitFor((event) => fits(event as unknown as UserEvent))

const waitForEnd = (tab: StreamHandle, { sessionId }: Chat) =>
  waitForEvent(tab, (event) => event.type === 'reply' && event.sessionId === sessionId && event.state !== 'running')

test.group('Three servers on one database', (group) => {
  group.tap((slowTest) => slowTest.tags(longRun))
  let stage: Stage
  group.setup(async () => {
    // These times are long enough for a slow machine, so no drain deadline, timeout or lease expires during the test.
    stage = await startStage({
      env: { DRAIN_MS: '100000', REPLY_NEXT_TEXT_TIMEOUT_MS: '100000', REPLY_LEASE_MS: '4000' },
    })
    return () => stage.close()
  })

  test('when one is killed and one drained during replies, all replies can be followed at the third, and every ruby is accounted for', async ({
    assert,
  }) => {
    const { db, upstream, server: stays } = stage
    const [dies, leaves] = await Promise.all([stage.secondServer(), stage.secondServer()])
    const model = holding()
    upstream.answer = model.answer
    const chatsAt = async (server: RunningServer) =>
      (await stage.chats(await stage.visitor(), chatsEach, kinds)).map((chat) => at(chat, server))
    const staying = await chatsAt(stays)
    const dying = await chatsAt(dies!)
    const leaving = await chatsAt(leaves!)
    const all = [...staying, ...dying, ...leaving]
    const brief = at((await stage.chats(dying[0]!.client, 1))[0]!, dies!)
    const tabs = await Promise.all([staying, dying, leaving].map((chats) => listen(at(chats[0]!, stays).client)))

    const streams = await Promise.all(all.map((chat) => ask(chat, 'Hello?')))
    await Promise.all(streams.map((stream, index) => begun(all[index]!, stream)))
    const begins = words.slice(0, wordsBefore).join('')
    await untilSaved(db, all, begins)

    // The server is killed directly after the end of a reply, before it could publish that end.
    const ended = await ask(brief, 'Be brief.')
    await ended.waitFor((event) => event.type === 'aiComplete')
    await dies!.kill('SIGKILL')
    const exit = leaves!.stop()
    await until(
      db,
      `SELECT NOT EXISTS (SELECT FROM replies WHERE state = 'running' AND owner = ANY
      (SELECT id FROM reply_owners WHERE lease_until < clock_timestamp()))`
    )
    const refused = await send(leaving[0]!, 'One more?').catch(() => null)
    if (refused) assert.include([409, 503], refused.status)

    // Tabs of the other two servers reconnect here and follow the replies.
    const resumed = await Promise.all(all.map((chat) => join(at(chat, stays))))
    model.goOn()
    for (const [index, chat] of all.entries()) {
      const here = at(chat, stays)
      const direct = await streams[index]!.ended
      const followed = await resumed[index]!.ended
      const written = await writtenIn(here)
      if (dying.includes(chat)) {
        assert.isTrue(direct.every(({ type }) => type !== 'aiComplete' && type !== 'error'))
        assert.deepInclude(written, { content: begins, state: 'broken_off', rubyCost: 0 })
        // The reply had ended before the request, or is followed to its end.
        if (resumed[index]!.status === 200) assert.deepInclude(last(followed), { type: 'error', code: 'server_lost' })
        else assert.equal(resumed[index]!.status, 204)
      } else {
        assert.equal(textOf(direct), whole)
        assert.deepEqual(last(direct), { type: 'aiComplete', message: last(await messagesOf(here)) })
        assert.equal(textOf(followed), whole)
        assert.deepEqual(last(followed), last(direct))
        assert.deepInclude(written, { content: whole, state: 'complete', rubyCost: 1 })
      }
    }
    assert.equal(await exit, 0)

    for (const chat of [...all, brief]) {
      const group = staying.includes(chat) ? 0 : leaving.includes(chat) ? 2 : 1
      await waitForEnd(tabs[group]!, chat)
    }
    for (const [index, paid] of [chatsEach, 1, chatsEach].entries()) {
      const { client } = [staying, dying, leaving][index]![0]!
      await waitForEvent(tabs[index]!, (event) => event.type === 'balance' && event.rubies === 50 - paid)
      assert.deepEqual(await accountOf(db, { client }), { balance: 50 - paid, held: 0, paid, charges: paid })
      tabs[index]!.leave()
    }
    assert.deepEqual(await brokenAfterwards(db), [])
    const next = await (await send(at(dying[0]!, stays), 'Be brief.')).ended
    assert.equal(last(next).type, 'aiComplete')
  })

  test('one that missed messages of the others ends its event streams, so that tabs read again', async ({
    assert,
    cleanup,
  }) => {
    const { server, upstream } = stage
    const proxy = await startDatabaseProxy(server.databaseUrl)
    cleanup(() => proxy.close())
    const deaf = await startServer({ databaseUrl: proxy.url, env: using(upstream) })
    cleanup(() => deaf.kill('SIGKILL'))
    upstream.answer = holding().answer
    const chat = await stage.chat(10)
    const tab = await listen(chat.client.at(deaf.url))
    proxy.cut()
    await (
      await send(chat, 'Be brief.')
    ).ended
    assert.equal((await chat.client.post('/api/daily-reward/claim')).status, 200)
    assert.isFalse(tab.events.some((event) => JSON.stringify(event).includes('written')))
    proxy.mend()
    await tab.ended
    const again = await listen(chat.client.at(deaf.url))
    // Events from the other servers may come first.
    const balances = (again.events as unknown as UserEvent[]).filter(({ type }) => type === 'balance')
    assert.deepEqual(balances, [{ type: 'balance', rubies: 19 }])
    assert.equal(last(await messagesOf(at(chat, deaf))).content, words[0])
    // The server receives messages again.
    await (
      await send(chat, 'Be brief.')
    ).ended
    await waitForEnd(again, chat)
    await waitForEvent(again, (event) => event.type === 'balance' && event.rubies === 18)
    again.leave()
  })

  test('a second one with the same name and port does not end replies of the first', async ({ assert, cleanup }) => {
    const { server, upstream, db } = stage
    const model = holding()
    upstream.answer = model.answer
    const chat = await stage.chat(1)
    const stream = await send(chat, 'Hello?')
    await stream.waitFor(isChunk)
    const { port } = new URL(server.url)
    const { rows: before } = await db.query<{ id: string }>('SELECT id FROM reply_owners')
    const namesake = await beginServer({
      databaseUrl: server.databaseUrl,
      port: Number(port),
      env: { HOST: '127.0.0.2', ...using(upstream) },
    })
    cleanup(() => namesake.kill('SIGKILL'))
    // The server sweeps its predecessor's replies right after its first lease.
    await until(
      db,
      `SELECT EXISTS (SELECT FROM reply_owners successor JOIN reply_owners o ON o.instance = successor.instance AND o.id <> successor.id
         JOIN replies r ON r.owner = o.id WHERE r.chat_session_id = $1 AND successor.id <> ALL ($2::uuid[])
         AND successor.lease_until > successor.started_at + INTERVAL '1050 milliseconds')`,
      [chat.sessionId, before.map(({ id }) => id)]
    )
    model.goOn()
    assert.equal(last(await stream.ended).type, 'aiComplete')
    assert.deepInclude(await writtenIn(chat), { content: whole, state: 'complete', rubyCost: 1 })
  })
})
