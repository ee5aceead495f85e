import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { dice, seedOfRun } from '#tests/support/dice'
import { speak, speakInTwo, speakOn } from '#tests/support/model_upstream'
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

  for (const kind of kinds) {
    test(`charges the reply of a deleted chat, as a stop does, when text was shown (${kind})`, async ({ assert }) => {
      const hungUp = Promise.withResolvers<void>()
      stage.upstream.answer = (call) => {
        call.delta('Once upon')
        void call.closed.then(hungUp.resolve)
      }
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      const deleted = await chat.client.delete(`/api/chats/${chat.sessionId}`)
      assert.equal(deleted.status, 200)
      assert.equal(last(await stream.ended).type, 'aiComplete')
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
      assert.equal((await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}`)).status, 404)
      const { rows } = await stage.db.query('SELECT state, error_code FROM replies WHERE chat_session_id = $1', [
        chat.sessionId,
      ])
      assert.deepEqual(rows, [{ state: 'stopped', error_code: null }])
      await hungUp.promise
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

    test(`gives the rubies back when a chat is deleted before the first text of its reply (${kind})`, async ({
      assert,
    }) => {
      const asked = Promise.withResolvers<void>()
      stage.upstream.answer = () => asked.resolve()
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await asked.promise
      assert.equal((await chat.client.delete(`/api/chats/${chat.sessionId}`)).status, 200)
      assert.deepInclude(last(await stream.ended), { type: 'error', code: 'deleted' })
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })
  }

  test('charges each time when chats are deleted near the end of their replies', async ({ assert }) => {
    const pieces = Array.from({ length: 40 }, (_, index) => `piece${index} `)
    stage.upstream.answer = (call) => {
      for (const piece of pieces) call.delta(piece)
    }
    const client = await stage.visitor(100)
    for (const chat of await stage.chats(client, 4)) {
      const stream = await send(chat, 'Hello?', { model: 'ultra' })
      await stream.waitFor((event) => isChunk(event) && JSON.stringify(event).includes('piece39'))
      assert.equal((await client.delete(`/api/chats/${chat.sessionId}`)).status, 200)
      assert.equal(last(await stream.ended).type, 'aiComplete')
    }
    const { rows } = await stage.db.query('SELECT sum(cost)::int AS cost FROM replies WHERE user_id = $1', [
      client.user.id,
    ])
    const paid = rows[0].cost
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 100 - paid, held: 0, paid, charges: 4 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('a chat deleted at the moment of a send: no reply goes on in it, and those with text are charged', async ({
    assert,
  }) => {
    const seed = seedOfRun()
    const roll = dice(seed)
    const note = `SEED=${seed}`
    stage.upstream.answer = speakOn('Too late. ', 60)
    let paid = 0
    const client = await stage.visitor(100)
    const chats = await stage.chats(client, 60, kinds)
    for (const chat of chats) {
      const sending = ask(chat, 'Hello?')
      await sleep(roll() * 6)
      const deleted = await client.delete(`/api/chats/${chat.sessionId}`)
      assert.equal(deleted.status, 200, note)
      const stream = await sending
      if (stream.status === 404) continue
      const end = last(await stream.ended)
      if (end.type === 'aiComplete') paid++
      else assert.deepInclude(end, { type: 'error', code: 'deleted' }, note)
    }
    await settled(stage.db)
    const expected = { balance: 100 - paid, held: 0, paid, charges: paid }
    assert.deepEqual(await accountOf(stage.db, { client }), expected, note)
    assert.deepEqual(await brokenAfterwards(stage.db), [], note)
  })

  test('an account that is disabled: its replies end as by a stop, and every call is refused from then on', async ({
    assert,
  }) => {
    stage.upstream.answer = (call) => {
      if (JSON.stringify(call.body).includes('Quick!')) call.delta('Once upon')
    }
    const [admin, client] = [await stage.visitor(), await stage.visitor(10)]
    await stage.makeAdmin(admin)
    const chats = await stage.chats(client, 2)
    const [begun, silent] = [await ask(chats[0]!, 'Quick!'), await ask(chats[1]!, 'Hello?')]
    await begun.waitFor(isChunk)
    const path = `/api/admin/users/${client.user.id}/disabled`
    assert.equal((await admin.put(path, { disabled: true })).status, 200)
    assert.equal(last(await begun.ended).type, 'aiComplete')
    assert.deepInclude(last(await silent.ended), { type: 'error', code: 'stopped' })
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 9, held: 0, paid: 1, charges: 1 })
    assert.equal((await client.get('/api/auth/user')).status, 401)
    assert.equal((await ask(chats[0]!, 'Again?')).status, 401)
    assert.deepEqual(await brokenAfterwards(stage.db), [])

    assert.equal((await admin.put(path, { disabled: false })).status, 200)
    assert.equal((await client.get('/api/auth/user')).status, 401)
    const { email } = client.user
    assert.equal((await client.post('/api/login', { email, password: 'correct horse' })).status, 200)
    assert.deepEqual(
      (await messagesOf(chats[0]!)).map(({ content }) => content),
      ['Good evening.', 'Quick!', 'Once upon']
    )
  })

  test('an account that is disabled, by a call let in just before: its reply ends as by a stop, too', async ({
    assert,
  }) => {
    stage.upstream.answer = (call) => call.delta('Once upon')
    const chat = await stage.chat(10)
    const stream = await ask(chat, 'Hello?')
    await stream.waitFor(isChunk)
    // Nobody asked it to stop: it was not there yet when those were asked that were.
    await stage.db.query('UPDATE users SET disabled_at = now() WHERE id = $1', [chat.client.user.id])
    assert.deepInclude(last(await stream.ended), { type: 'aiComplete' })
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 9, held: 0, paid: 1, charges: 1 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  for (const isElsewhere of [false, true])
    test(`an account that is deleted${isElsewhere ? ' by way of another server' : ''}: its replies are stopped, hung up on and given back at once`, async ({
      assert,
    }) => {
      const hungUp: Promise<void>[] = []
      stage.upstream.answer = (call) => {
        call.delta('Once upon')
        hungUp.push(call.closed)
      }
      const client = await stage.visitor(10)
      const chats = await stage.chats(client, 3, kinds)
      const streams = await Promise.all(chats.map((chat) => ask(chat, 'Hello?')))
      for (const stream of streams) await stream.waitFor(isChunk)
      const by = isElsewhere ? client.at((await stage.secondServer()).url) : client
      const deleted = await by.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
      assert.equal(deleted.status, 200)
      assert.deepEqual(await accountOf(stage.db, { client }), { balance: 10, held: 0, paid: 0, charges: 0 })
      for (const stream of streams) assert.deepInclude(last(await stream.ended), { type: 'error', code: 'deleted' })
      await Promise.all(hungUp)
      const { rows } = await stage.db.query(
        `SELECT (SELECT count(*)::int FROM chat_sessions WHERE user_id = $1) AS sessions,
           (SELECT count(*)::int FROM replies WHERE user_id = $1) AS replies,
           (SELECT count(*)::int FROM chat_messages WHERE chat_session_id = ANY ($2)) AS messages`,
        [client.user.id, chats.map(({ sessionId }) => sessionId)]
      )
      assert.deepEqual(rows, [{ sessions: 0, replies: 0, messages: 0 }])
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

  test('an account deleted at the moment of many sends and endings: nothing is held, and the ledger adds up', async ({
    assert,
  }) => {
    const seed = seedOfRun()
    const roll = dice(seed)
    const note = `SEED=${seed}`
    stage.upstream.answer = speak(['Too', ' late'], 20)
    for (let round = 0; round < 4; round++) {
      const client = await stage.visitor(100)
      const chats = await stage.chats(client, 8, kinds)
      const sending = chats.map((chat, at) => sleep(at * 8).then(() => ask(chat, 'Hello?')))
      await sleep(roll() * 80)
      const deleted = await client.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
      assert.equal(deleted.status, 200)
      for (const stream of await Promise.all(sending)) await stream.ended
      await settled(stage.db)
      const { held, balance, paid } = await accountOf(stage.db, { client })
      assert.deepEqual([held, balance], [0, 100 - paid], note)
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [], note)
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
    await stage.makeAdmin(admin)
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
      const { answer, goOn } = speakInTwo(['Farewell'], [', my', ' friend.'])
      stage.upstream.answer = answer
      const chat = await stage.chat(1, kind)
      const { rows } = await stage.db.query(
        `INSERT INTO characters (name, created_by, description) SELECT 'Mayfly', created_by, 'Short-lived.' FROM characters LIMIT 1 RETURNING id`
      )
      chat.characterId = rows[0].id
      await stage.db.query('UPDATE chat_sessions SET character_id = $1 WHERE id = $2', [
        chat.characterId,
        chat.sessionId,
      ])
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      await stage.db.query('UPDATE characters SET deleted_at = now() WHERE id = $1', [chat.characterId])
      goOn()
      assert.equal(last(await stream.ended).type, 'aiComplete')
      assert.isTrue(last(await messagesOf(chat)).content.endsWith('Farewell, my friend.'))
      assert.equal((await ask(chat, 'Still there?')).status, 404)
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
    })
})
