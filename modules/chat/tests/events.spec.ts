import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { startFakeNats } from '#plugins/bus-nats/tests/fake_nats_server'
import { connect } from '#tests/support/databases'
import type { UserEvent } from '#modules/chat/api'
import type { Client, StreamHandle } from '#tests/support/client'
import { speak, speakInTwo, speakOn } from '#tests/support/model_upstream'
import type { RunningServer } from '#tests/support/server'
import {
  ask,
  at,
  isChunk,
  join,
  kinds,
  last,
  messagesOf,
  send,
  sharedStage,
  startStage,
  type Stage,
} from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'

let stage: Stage
let other: RunningServer

/** Opens an event stream. Its first event is the balance. */
const listen = async (client: Client) => {
  const stream = await client.stream('/api/events')
  if (stream.status === 200) await waitForEvent(stream, (event) => event.type === 'balance')
  return stream
}

const waitForEvent = (stream: StreamHandle, fits: (event: UserEvent) => boolean) =>
  stream.waitFor((event) => fits(event as unknown as UserEvent)) as unknown as Promise<UserEvent>

const received = (stream: StreamHandle) => stream.events as unknown as UserEvent[]

test.group('Events', (group) => {
  group.setup(async () => {
    stage = await sharedStage()
    other = await stage.secondServer()
    return async () => void (await other.stop())
  })
  group.each.setup(() => {
    stage.upstream.answer = speak(['Well', ' met.'], 100)
  })

  for (const kind of kinds)
    test(`reach every tab at every server: a reply began, it ended, and the balance changed (${kind})`, async ({
      assert,
    }) => {
      const chat = await stage.chat(10, kind)
      const { client, characterId, sessionId } = chat
      const tabs = await Promise.all([listen(client), listen(client.at(other.url))])
      const stream = await ask(chat, 'Hello?')
      for (const tab of tabs) {
        const began = await waitForEvent(tab, (event) => event.type === 'reply')
        assert.deepInclude(began, { type: 'reply', sessionId, characterId, kind, state: 'running' })
      }
      await stream.ended
      const message = last(await messagesOf(chat))
      for (const tab of tabs) {
        await waitForEvent(tab, (event) => event.type === 'reply' && event.state === 'written')
        await waitForEvent(tab, (event) => event.type === 'balance' && event.rubies === 9)
        const replies = received(tab).filter((event) => event.type === 'reply')
        assert.deepEqual(
          replies.map(({ state, messageId }) => [state, messageId]),
          [
            ['running', message.id],
            ['written', message.id],
          ]
        )
        assert.deepEqual(
          received(tab).filter((event) => event.type === 'balance'),
          [
            { type: 'balance', rubies: 10 },
            { type: 'balance', rubies: 9 },
          ]
        )
        tab.leave()
      }
    })

  /** Two devices at two servers write in one chat in turn. `isFollowed` resolves when the other server may see the end of a reply. */
  const keepInSync = async (assert: Assert, stage: Stage, other: RunningServer, isFollowed = async () => {}) => {
    const here = await stage.chat(50)
    const there = at(here, other)
    const tabs = await Promise.all([listen(here.client), listen(there.client)])
    for (const [turn, chat] of [here, there, here, there].entries()) {
      const [mine, others] = turn % 2 ? [there, here] : [here, there]
      const listening = tabs[turn % 2 ? 0 : 1]!
      const before = received(listening).length
      const { answer, goOn } = speakInTwo(['Well'], [' met.'])
      stage.upstream.answer = answer
      const stream = await send(chat, `Turn ${turn}`)
      await waitForEvent(
        listening,
        (event) => received(listening).indexOf(event) >= before && event.type === 'reply' && event.state === 'running'
      )
      const followed = await join(others)
      assert.equal(followed.status, 200)
      await isFollowed()
      goOn()
      const [own, seen] = await Promise.all([stream.ended, followed.ended])
      assert.deepEqual(last(seen), last(own))
      assert.deepEqual(seen[1], own[0])
      assert.deepEqual(await messagesOf(mine), await messagesOf(others))
    }
    assert.lengthOf(await messagesOf(here), 9)
    for (const tab of tabs) tab.leave()
  }

  test('keep two devices at two servers in sync when both write in one chat', ({ assert }) =>
    keepInSync(assert, stage, other))

  test('keep them in sync when the servers send each other messages by NATS', async ({ assert, cleanup }) => {
    const nats = await startFakeNats()
    cleanup(() => nats.close())
    const env = { NATS_URL: `nats://127.0.0.1:${nats.port}` }
    const connected = await startStage({ env })
    cleanup(() => connected.close())
    const second = await connected.secondServer()
    await waitUntil(
      'both servers are connected',
      () => nats.published.filter((subject) => subject === 'facet.hello.all').length >= 2
    )
    const isSent = (topic: string) => () => nats.published.some((subject) => subject.startsWith(`facet.${topic}.`))
    // A server that sees a reply only after its end doesn't follow it.
    await keepInSync(assert, connected, second, () => waitUntil('a message about following', isSent('follow')))
    await waitUntil('a message about events', isSent('events'))
  })

  test('report each change of a chat', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    await (
      await ask(chat, '')
    ).ended
    const { client, sessionId, messageId } = chat
    const tab = await listen(client.at(other.url))
    const path = `/api/messages/${messageId}`
    await client.put(path, { content: 'Changed.' })
    await client.put(`${path}/alternate`, { index: 0 })
    await client.delete(path)
    await client.post(`${path}/restore`)
    await client.put(`/api/chats/${sessionId}/title`, { title: 'New' })
    await client.put(`/api/chats/${sessionId}/pins`, { pins: [] })
    await client.put(`/api/chats/${sessionId}/settings`, { lorebookIds: [] })
    await client.delete(`/api/chats/${sessionId}`)
    await waitForEvent(tab, (event) => event.type === 'chat' && event.what === 'chat_deleted')
    assert.deepEqual(
      received(tab).filter((event) => event.type === 'chat'),
      [
        ...(['message_edited', 'alternate_chosen', 'message_deleted', 'message_restored'] as const).map((what) => ({
          type: 'chat' as const,
          sessionId,
          what,
          messageId: messageId!,
        })),
        { type: 'chat', sessionId, what: 'title_changed' },
        { type: 'chat', sessionId, what: 'pins_changed' },
        { type: 'chat', sessionId, what: 'settings_changed' },
        { type: 'chat', sessionId, what: 'chat_deleted' },
      ]
    )
    tab.leave()
  })

  test('report balances after rewards and admin changes, to that user only', async ({ assert }) => {
    const [client, otherUser] = [await stage.visitor(10), await stage.visitor(10)]
    const tabs = await Promise.all([listen(client), listen(client.at(other.url))])
    const otherTab = await listen(otherUser)
    assert.equal((await client.post('/api/daily-reward/claim')).status, 200)
    for (const tab of tabs) await waitForEvent(tab, (event) => event.type === 'balance' && event.rubies === 20)
    const admin = await stage.visitor()
    await stage.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.user.id])
    await admin.post(`/api/admin/users/${client.user.id}/rubies`, { amount: -5 })
    for (const tab of tabs) await waitForEvent(tab, (event) => event.type === 'balance' && event.rubies === 15)
    const balances = received(otherTab).filter(({ type }) => type === 'balance')
    assert.deepEqual(balances, [{ type: 'balance', rubies: 10 }])
    for (const tab of [...tabs, otherTab]) tab.leave()
  })

  test('report the end of a reply whose server was killed', async ({ assert }) => {
    stage.upstream.answer = speakOn('On and on. ', 100)
    const chat = await stage.chat(10)
    const tab = await listen(chat.client.at(other.url))
    const stream = await send(chat, 'Hello?')
    await stream.waitFor(isChunk)
    await stage.server.kill('SIGKILL')
    const end = await waitForEvent(tab, (event) => event.type === 'reply' && event.state !== 'running')
    assert.oneOf(end.type === 'reply' && end.state, ['broken_off', 'failed'])
    assert.equal((await chat.client.at(other.url).get('/api/auth/user')).body.rubies, 10)
    tab.leave()
    await stage.restart()
  }).tags(longRun)

  test('require a session, and are limited to 20 open streams per user', async ({ assert }) => {
    const client = await stage.visitor()
    const path = `${stage.server.url}/api/events`
    assert.equal((await fetch(path)).status, 401)
    const tabs = await Promise.all(Array.from({ length: 20 }, () => listen(client)))
    const refused = await client.get('/api/events')
    assert.equal(refused.status, 429)
    assert.isAbove(Number(refused.headers['retry-after']), 0)
    const anotherUser = await listen(await stage.visitor())
    tabs.pop()!.leave()
    let again = await listen(client)
    await waitUntil('a stream is free', async () => {
      if (again.status !== 200) again = await listen(client)
      return again.status === 200
    })
    for (const tab of [...tabs, again, anotherUser]) tab.leave()
  })

  test('end when the session ends, and when the account is disabled', async ({ assert }) => {
    const client = await stage.visitor()
    const left = await listen(client)
    await client.get('/api/logout')
    await left.ended
    const disabled = await stage.visitor()
    const tab = await listen(disabled)
    await stage.db.query('UPDATE users SET disabled_at = now() WHERE id = $1', [disabled.user.id])
    await tab.ended
    assert.isTrue(true, 'both streams have ended')
  }).tags(longRun)

  test('end in every process when an admin disables the account', async ({ assert, cleanup }) => {
    const [admin, disabled] = [await stage.visitor(), await stage.visitor()]
    await stage.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.user.id])
    const process = await connect(stage.server.databaseUrl)
    cleanup(() => process.end())
    const notified = new Promise<void>((resolve) =>
      process.on('notification', ({ payload }) => {
        if (payload === disabled.user.id) resolve()
      })
    )
    await process.query('LISTEN facet_stream_ends')
    const tab = await listen(disabled)
    const done = await admin.put(`/api/admin/users/${disabled.user.id}/disabled`, { disabled: true })
    assert.equal(done.status, 200)
    await Promise.all([notified, tab.ended])
  }).tags(longRun)

  test('hold no database connection, and end when the server stops', async ({ assert, cleanup }) => {
    const small = await startStage({ env: { DATABASE_POOL: '2' } })
    cleanup(() => small.close())
    small.upstream.answer = speak(['Well', ' met.'])
    const chats = await Promise.all(Array.from({ length: 10 }, () => small.chat(10)))
    const tabs = await Promise.all(chats.flatMap(({ client }) => [listen(client), listen(client)]))
    for (const chat of chats) assert.equal(last(await (await send(chat, 'Hello?')).ended).type, 'aiComplete')
    // The shutdown doesn't wait for queued queries, which would take longer than the limit of the test.
    const exit = small.server.stop()
    await Promise.all(tabs.map((tab) => tab.ended))
    assert.equal(await exit, 0)
  }).tags(longRun)
})
