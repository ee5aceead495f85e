import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { speak } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  brokenAfterwards,
  isChunk,
  kinds,
  last,
  messagesOf,
  post,
  send,
  settled,
  startStage,
  type Stage,
} from '#tests/support/stage'

test.group('What changes in mid-reply', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await startStage()
    return () => stage.close()
  })

  for (const kind of kinds)
    test(`a deleted chat: its reply is stopped, hung up on and given back at once (${kind})`, async ({ assert }) => {
      let isClosed = false
      stage.upstream.answer = (call) => {
        call.delta('Once upon')
        void call.closed.then(() => (isClosed = true))
      }
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      const deleted = await chat.client.delete(`/api/chats/${chat.sessionId}`)
      assert.equal(deleted.status, 200)
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
      assert.deepInclude(last(await stream.ended), { type: 'error', code: 'deleted' })
      assert.equal((await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}`)).status, 404)
      assert.isTrue(isClosed)
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

  test('a chat deleted at the moment of a send: no reply goes on in it, and none is charged unseen', async ({
    assert,
  }) => {
    stage.upstream.answer = speak(['Too', ' late'], 60)
    const client = await stage.visitor(100)
    const chats = await stage.chats(client, 60, kinds)
    for (const chat of chats) {
      const sending = ask(chat, 'Hello?')
      await sleep(Math.random() * 6)
      const deleted = await client.delete(`/api/chats/${chat.sessionId}`)
      assert.equal(deleted.status, 200)
      const stream = await sending
      if (stream.status === 404) continue
      assert.deepInclude(last(await stream.ended), { type: 'error', code: 'deleted' })
    }
    await settled(stage.db)
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 100, held: 0, paid: 0, charges: 0 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('a deduction down to nothing can’t take held rubies, and the reply is charged', async ({ assert }) => {
    let call: Parameters<typeof stage.upstream.answer>[0] | null = null
    stage.upstream.answer = (one) => {
      call = one
      one.delta('Once upon')
    }
    const chat = await stage.chat(10)
    const stream = await send(chat, 'Hello?', { model: 'premium' })
    await stream.waitFor(isChunk)
    const { id } = chat.client.user
    assert.equal((await chat.client.get('/api/auth/user')).body.rubies, 3)
    assert.equal(await post(stage.db, id, -4), 'insufficient_rubies')
    assert.equal(await post(stage.db, id, -3), 'posted')
    assert.equal((await chat.client.get('/api/auth/user')).body.rubies, 0)
    call!.finish()
    assert.equal(last(await stream.ended).type, 'aiComplete')
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 7, charges: 1 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('the same by an admin’s call', async ({ assert }) => {
    let call: Parameters<typeof stage.upstream.answer>[0] | null = null
    stage.upstream.answer = (one) => {
      call = one
      one.delta('Once upon')
    }
    const admin = await stage.visitor()
    await stage.db.query('update users set is_admin = true where id = $1', [admin.user.id])
    const chat = await stage.chat(1)
    const stream = await send(chat, 'Hello?')
    await stream.waitFor(isChunk)
    const path = `/api/admin/users/${chat.client.user.id}/rubies`
    const refused = await admin.post(path, { amount: -1 })
    assert.equal(refused.status, 422)
    assert.include(refused.body.message, '0')
    assert.equal((await admin.post(path, { amount: 5 })).status, 200)
    call!.finish()
    await stream.ended
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 5, held: 0, paid: 1, charges: 1 })
  })

  for (const kind of kinds)
    test(`a character that goes: the reply is finished, and the chat stays readable (${kind})`, async ({ assert }) => {
      stage.upstream.answer = speak(['Farewell', ', my', ' friend.'], 100)
      const chat = await stage.chat(1, kind)
      const { rows } = await stage.db.query(
        `insert into characters (name, created_by, description) select 'Mayfly', created_by, 'Short-lived.' from characters limit 1 returning id`
      )
      chat.characterId = rows[0].id
      await stage.db.query('update chat_sessions set character_id = $1 where id = $2', [
        chat.characterId,
        chat.sessionId,
      ])
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      await stage.db.query('update characters set deleted_at = now() where id = $1', [chat.characterId])
      assert.equal(last(await stream.ended).type, 'aiComplete')
      assert.isTrue(last(await messagesOf(chat)).content.endsWith('Farewell, my friend.'))
      assert.equal((await ask(chat, 'Still there?')).status, 404)
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
    })
})
