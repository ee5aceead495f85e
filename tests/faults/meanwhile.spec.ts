import { test } from '@japa/runner'
import { connect } from '#tests/support/databases'
import { bothRuns, isLongRun, longRun } from '#tests/support/long_run'
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
  sharedPair,
  until,
  type Stage,
} from '#tests/support/stage'

/** Waits until a number of statements wait for a lock. */
const blocked = (db: Stage['db'], count: number) =>
  until(
    db,
    `SELECT count(*) >= $1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    [count]
  )

test.group('Changes during a reply', (group) => {
  let stage: Stage
  group.setup(async () => {
    ;({ stage } = await sharedPair())
  })

  for (const kind of kinds) {
    test(`charges the reply of a deleted chat after some text, as for a stop (${kind})`, async ({ assert }) => {
      const aborted = Promise.withResolvers<void>()
      stage.upstream.answer = (call) => {
        call.delta('Once upon')
        void call.closed.then(aborted.resolve)
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
      await aborted.promise
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

    test(`releases the rubies when a chat is deleted before the first text of its reply (${kind})`, async ({
      assert,
    }) => {
      const requested = Promise.withResolvers<void>()
      stage.upstream.answer = () => requested.resolve()
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await requested.promise
      assert.equal((await chat.client.delete(`/api/chats/${chat.sessionId}`)).status, 200)
      assert.deepInclude(last(await stream.ended), { type: 'error', code: 'deleted' })
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })
  }

  test('charges each reply when chats are deleted near the end of their replies', async ({ assert }) => {
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

  for (const order of ['send first', 'delete first', 'at once'] as const)
    test(`runs no reply in a chat that is deleted during a send, and charges for text only (${order})`, async ({
      assert,
      cleanup,
    }) => {
      stage.upstream.answer = speakOn('Too late. ', 60)
      const gate = await connect(stage.server.databaseUrl)
      cleanup(() => gate.end())
      const client = await stage.visitor(100)
      let paid = 0
      for (const chat of await stage.chats(client, (isLongRun ? 4 : 1) * kinds.length, kinds)) {
        const begin = () => ask(chat, 'Hello?')
        const remove = () => client.delete(`/api/chats/${chat.sessionId}`)
        // Both requests wait for the session's lock, and get it in the order in which they requested it.
        await gate.query('BEGIN')
        await gate.query('SELECT FROM chat_sessions WHERE id = $1 FOR UPDATE', [chat.sessionId])
        const first = order === 'delete first' ? remove() : begin()
        if (order !== 'at once') await blocked(stage.db, 1)
        const second = order === 'delete first' ? begin() : remove()
        await blocked(stage.db, 2)
        await gate.query('COMMIT')
        const [stream, deleted] = (
          order === 'delete first' ? [await second, await first] : [await first, await second]
        ) as [Awaited<ReturnType<typeof begin>>, Awaited<ReturnType<typeof remove>>]
        assert.equal(deleted.status, 200)
        if (order === 'delete first') assert.equal(stream.status, 404)
        if (stream.status === 404) continue
        const end = last(await stream.ended)
        if (end.type === 'aiComplete') paid++
        else assert.deepInclude(end, { type: 'error', code: 'deleted' })
      }
      await settled(stage.db)
      const expected = { balance: 100 - paid, held: 0, paid, charges: paid }
      assert.deepEqual(await accountOf(stage.db, { client }), expected)
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    }).tags(order === 'at once' ? longRun : bothRuns)

  test('stops the replies of a disabled account, and refuses its calls', async ({ assert }) => {
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

  test('stops a reply that began while its account was being disabled', async ({ assert }) => {
    stage.upstream.answer = (call) => call.delta('Once upon')
    const chat = await stage.chat(10)
    const stream = await ask(chat, 'Hello?')
    await stream.waitFor(isChunk)
    // Disables the account directly, because such a reply has no stop request.
    await stage.db.query('UPDATE users SET disabled_at = now() WHERE id = $1', [chat.client.user.id])
    assert.deepInclude(last(await stream.ended), { type: 'aiComplete' })
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 9, held: 0, paid: 1, charges: 1 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  for (const isElsewhere of [false, true])
    test(`ends the replies of a deleted account at once and releases their rubies${isElsewhere ? ', through another server' : ''}`, async ({
      assert,
    }) => {
      const aborted: Promise<void>[] = []
      stage.upstream.answer = (call) => {
        call.delta('Once upon')
        aborted.push(call.closed)
      }
      const client = await stage.visitor(10)
      const chats = await stage.chats(client, 3, kinds)
      const streams = await Promise.all(chats.map((chat) => ask(chat, 'Hello?')))
      for (const stream of streams) await stream.waitFor(isChunk)
      const caller = isElsewhere ? client.at((await sharedPair()).other.url) : client
      const deleted = await caller.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
      assert.equal(deleted.status, 200)
      assert.deepEqual(await accountOf(stage.db, { client }), { balance: 10, held: 0, paid: 0, charges: 0 })
      for (const stream of streams) assert.deepInclude(last(await stream.ended), { type: 'error', code: 'deleted' })
      await Promise.all(aborted)
      const { rows } = await stage.db.query(
        `SELECT (SELECT count(*)::int FROM chat_sessions WHERE user_id = $1) AS sessions,
           (SELECT count(*)::int FROM replies WHERE user_id = $1) AS replies,
           (SELECT count(*)::int FROM chat_messages WHERE chat_session_id = ANY ($2)) AS messages`,
        [client.user.id, chats.map(({ sessionId }) => sessionId)]
      )
      assert.deepEqual(rows, [{ sessions: 0, replies: 0, messages: 0 }])
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

  test('holds nothing after an account is deleted while replies begin, run and end', async ({ assert }) => {
    for (let round = 0; round < (isLongRun ? 4 : 1); round++) {
      const client = await stage.visitor(100)
      const chats = await stage.chats(client, 3 * kinds.length, kinds)
      const [done, running, starting] = [0, 1, 2].map((at) => chats.slice(at * kinds.length, (at + 1) * kinds.length))
      stage.upstream.answer = speak(['In', ' time'])
      for (const chat of done!) await (await ask(chat, 'Hello?')).ended
      const { answer, goOn } = speakInTwo(['Too'], [' late'])
      stage.upstream.answer = answer
      const streams = await Promise.all(running!.map((chat) => ask(chat, 'Hello?')))
      for (const stream of streams) await stream.waitFor(isChunk)
      const sending = starting!.map((chat) => ask(chat, 'Hello?'))
      goOn()
      const deleted = await client.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
      assert.equal(deleted.status, 200)
      for (const stream of [...streams, ...(await Promise.all(sending))]) await stream.ended
      await settled(stage.db)
      const { held, balance, paid } = await accountOf(stage.db, { client })
      assert.deepEqual([held, balance], [0, 100 - paid])
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  }).tags(bothRuns)

  test('charges a reply after a deduction of all other rubies, which leaves the held ones', async ({ assert }) => {
    let call: Parameters<typeof stage.upstream.answer>[0] | null = null
    stage.upstream.answer = (current) => {
      call = current
      current.delta('Once upon')
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

  test('refuses an admin’s deduction of held rubies', async ({ assert }) => {
    let call: Parameters<typeof stage.upstream.answer>[0] | null = null
    stage.upstream.answer = (current) => {
      call = current
      current.delta('Once upon')
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
    test(`finishes a reply when its character is deleted, and keeps the chat readable (${kind})`, async ({
      assert,
    }) => {
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
