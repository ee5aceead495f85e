import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { speak, speakInTwo } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  brokenAfterwards,
  kinds,
  last,
  messagesOf,
  post,
  send,
  sharedPair,
  writtenIn,
  type Stage,
} from '#tests/support/stage'

test.group('Sends in parallel', (group) => {
  let stage: Stage
  group.setup(async () => {
    ;({ stage } = await sharedPair())
  })

  test('in 51 sessions with rubies for one reply charge exactly one, and save nothing for the others', async ({
    assert,
  }) => {
    stage.upstream.answer = speak(['One', ' for', ' all.'], 5)
    const client = await stage.visitor(1)
    const chats = await stage.chats(client, 51, kinds)
    const streams = await Promise.all(chats.map((chat) => ask(chat, 'Me first!')))
    const ends = await Promise.all(streams.map(async (stream) => stream.ended))
    const answered = ends.filter((events) => last(events).type === 'aiComplete')
    const denied = ends.filter((events) => last(events).type === 'access_denied')
    assert.lengthOf(answered, 1)
    assert.lengthOf(denied, 50)
    for (const events of denied)
      assert.deepEqual(events, [
        {
          type: 'access_denied',
          error: 'Insufficient Rubies: You need 1 rubies to use the Toppy 7B model.',
          upgradeUrl: '/ruby-shop',
        },
      ])
    for (const [index, chat] of chats.entries()) {
      const isAnswered = last(ends[index]!).type === 'aiComplete'
      assert.equal((await writtenIn(chat)) !== null, isAnswered)
      if (chat.kind === 'reply') assert.lengthOf(await messagesOf(chat), isAnswered ? 3 : 1)
    }
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 0, held: 0, paid: 1, charges: 1 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('in one session begin one reply, and the others get 409', async ({ assert }) => {
    const { answer, goOn } = speakInTwo(['Slow'], [' and', ' steady.'])
    stage.upstream.answer = answer
    const chat = await stage.chat(50)
    const streams = await Promise.all(Array.from({ length: 20 }, (_, index) => send(chat, `Number ${index}`)))
    const statuses = streams.map((stream) => stream.status).sort()
    assert.deepEqual(statuses, [200, ...Array(19).fill(409)])
    goOn()
    for (const stream of streams) await stream.ended
    assert.lengthOf(await messagesOf(chat), 3)
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 49, held: 0, paid: 1, charges: 1 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('of every kind in one session begin one reply, and the others get 409', async ({ assert }) => {
    const client = await stage.visitor(50)
    for (const chat of await stage.chats(client, 3, ['reroll', 'continue'])) {
      const { answer, goOn } = speakInTwo(['Slow'], [' and', ' steady.'])
      stage.upstream.answer = answer
      const others = ['reply', 'reroll', 'continue'] as const
      const requested = Array.from({ length: 21 }, (_, index) =>
        ask({ ...chat, kind: others[index % 3]! }, `Number ${index}`)
      )
      const streams = await Promise.all(requested)
      const statuses = streams.map((stream) => stream.status).sort()
      assert.lengthOf(
        statuses.filter((status) => status === 409),
        20,
        statuses.join()
      )
      goOn()
      for (const stream of streams) await stream.ended
    }
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 47, held: 0, paid: 3, charges: 3 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  }).tags(longRun)

  test('spend rubies that are credited in between, and never more', async ({ assert }) => {
    stage.upstream.answer = speak(['Done.'])
    const client = await stage.visitor(0)
    const chats = await stage.chats(client, 42, kinds)
    const granting = (async () => {
      for (let grant = 0; grant < 10; grant++) await post(stage.db, client.user.id, 2)
    })()
    const ends = await Promise.all(chats.map(async (chat) => last(await (await ask(chat, 'Now?')).ended).type))
    await granting
    const paid = ends.filter((type) => type === 'aiComplete').length
    assert.equal(ends.filter((type) => type === 'access_denied').length, 42 - paid)
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 20 - paid, held: 0, paid, charges: paid })
    assert.isAtMost(paid, 20)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })
})
