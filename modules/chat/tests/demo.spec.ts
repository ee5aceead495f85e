import { Encryption } from '@adonisjs/core/encryption'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import type { CurrentUser } from '#modules/accounts/index'
import type { DemoEvent } from '#modules/chat/api'
import { earliestIdAt, newId } from '#modules/kernel/ids'
import { Client, textOf } from '#tests/support/client'
import { speak } from '#tests/support/model_upstream'
import { ask, brokenAfterwards, last, messagesOf, sharedStage, startStage, type Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { AdoptTranscript } from '../replies/demo/adopt_transcript.ts'
import { Transcripts, type Transcript } from '../replies/demo/transcripts.ts'

const day = 24 * 60 * 60

interface Said {
  transcript?: string
  content?: string
  /** The network of the visitor, for a server behind a proxy. */
  from?: string
}

/** Sends a visitor's message. */
const sayAs = ({ server }: Pick<Stage, 'server'>, characterId: string, { from, ...body }: Said = {}) =>
  new Client(server.url).stream('/api/demo/stream', {
    method: 'POST',
    body: { characterId, content: 'Good evening.', ...body },
    headers: from ? { 'x-forwarded-for': from } : {},
  })

/** Returns the last event of a reply. */
const answerTo = async (stage: Stage, characterId: string, said?: Said) => {
  const stream = await sayAs(stage, characterId, said)
  if (stream.status !== 200) throw new Error(`${stream.status} ${stream.text()}`)
  return last((await stream.ended) as unknown as DemoEvent[])
}

const complete = async (stage: Stage, characterId: string, said?: Said) => {
  const event = await answerTo(stage, characterId, said)
  if (event.type !== 'aiComplete') throw new Error(JSON.stringify(event))
  return event
}

const codeOf = async (stage: Stage, characterId: string, said?: Said) => {
  const stream = await sayAs(stage, characterId, said)
  if (stream.status === 200) return (await stream.ended, 'answered')
  await stream.ended
  return JSON.parse(stream.text()).code as string
}

/** The stage of the groups without limits. */
const usual = {} as Stage
const openUsual = async () => {
  if (!usual.server) Object.assign(usual, await startStage({ env: { DEMO: 'on' } }))
}

test.group('The demo', (group) => {
  const stage = usual
  group.setup(openUsual)

  test('answers visitors with the chat so far in the prompt, and stores nothing', async ({ assert }) => {
    const [characterId] = stage.characterIds as [string]
    stage.upstream.answer = speak(['And to ', 'you.'])
    const stream = await sayAs(stage, characterId)
    const events = (await stream.ended) as unknown as DemoEvent[]
    assert.equal(textOf(events as never), 'And to you.')
    const first = last(events)
    if (first.type !== 'aiComplete') throw new Error(JSON.stringify(first))
    assert.deepEqual(first.message, { content: 'And to you.', isUser: false, state: 'complete' })

    stage.upstream.answer = speak(['Sit down.'])
    const second = await complete(stage, characterId, { transcript: first.transcript, content: 'May I sit?' })
    const { system, messages } = promptOf(stage)
    assert.include(system, 'stranger')
    assert.deepEqual(messages.slice(-3), ['Good evening.', 'And to you.', 'May I sit?'])
    assert.notInclude(messages.join(), '{{')

    assert.equal(await codeOf(stage, characterId, { transcript: second.transcript }), 'demo_over')
    const { rows } = await stage.db.query(
      'SELECT (SELECT count(*) FROM chat_sessions) + (SELECT count(*) FROM chat_messages) + (SELECT count(*) FROM replies) AS stored'
    )
    assert.equal(Number(rows[0].stored), 0)
    assert.notMatch(stage.server.log(), /Good evening|May I sit|Sit down/)
  })

  test('keeps a hidden definition in the prompt', async ({ assert }) => {
    const [characterId] = stage.characterIds as [string]
    const { rows } = await stage.db.query(
      'UPDATE characters SET definition_public = false WHERE id = $1 RETURNING scenario',
      [characterId]
    )
    assert.isNull((await new Client(stage.server.url).get(`/api/characters/${characterId}`)).body.scenario)
    await complete(stage, characterId)
    assert.include(promptOf(stage).system, rows[0].scenario.replaceAll('{{user}}', 'stranger').slice(0, 60))
    await stage.db.query('UPDATE characters SET definition_public = true WHERE id = $1', [characterId])
  })

  test('has only public characters of the built-in account without adult content', async ({ assert }) => {
    const client = await stage.visitor()
    const made = await client.post('/api/characters', {
      name: 'Mo',
      description: 'Mends nets.',
      backstory: 'Was born at sea.',
      personality: 'Calm.',
      avatar: 'https://pictures.example.test/mo.png',
    })
    const [builtIn, adult, hidden] = stage.characterIds as [string, string, string]
    await stage.db.query('UPDATE characters SET is_nsfw = true WHERE id = $1', [adult])
    await stage.db.query('UPDATE characters SET is_public = false WHERE id = $1', [hidden])
    const { body } = await client.get('/api/demo')
    assert.include(body.characterIds, builtIn)
    assert.notProperty(body, 'isDemo')
    for (const id of [made.body.id, adult, hidden, newId(), 'no id']) {
      assert.equal(await codeOf(stage, id), 'not_found')
      assert.notInclude(body.characterIds, id)
    }
  })

  test('refuses changed transcripts, those of another character, and invalid messages', async ({ assert }) => {
    const [characterId, , , another] = stage.characterIds as [string, string, string, string]
    const { transcript } = await complete(stage, characterId)
    const [content, signature] = transcript.split('.') as [string, string]
    const forged = JSON.parse(Buffer.from(content, 'base64url').toString())
    const text = JSON.stringify(forged).replace('Good evening.', 'Goodbye.')
    const forgedContent = Buffer.from(text).toString('base64url')
    assert.notEqual(forgedContent, content)
    for (const changed of [`${forgedContent}.${signature}`, content, `${transcript}x`, ''])
      assert.equal(await codeOf(stage, characterId, { transcript: changed }), 'transcript_expired')
    assert.equal(await codeOf(stage, another, { transcript }), 'transcript_expired')
    for (const body of [
      { content: ' ' },
      { content: '{{// aside}}' },
      { content: 'a'.repeat(1_001) },
      { transcript: 1 as never },
    ])
      assert.equal(await codeOf(stage, characterId, body), 'validation_failed')
  })

  test('keeps the text of a reply that breaks off, and ends a reply when its visitor leaves', async ({ assert }) => {
    const [characterId] = stage.characterIds as [string]
    stage.upstream.answer = (call) => {
      call.delta('And to ')
      call.finish('content_filter')
    }
    const broken = await answerTo(stage, characterId)
    if (broken.type !== 'error') throw new Error(JSON.stringify(broken))
    assert.deepEqual(broken.message, { content: 'And to ', isUser: false, state: 'broken_off' })
    assert.isString(broken.transcript)

    const { promise: closed, resolve } = Promise.withResolvers<void>()
    stage.upstream.answer = (call) => {
      call.delta('And to ')
      void call.closed.then(resolve)
    }
    const stream = await sayAs(stage, characterId)
    await stream.waitFor((event) => event.type === 'aiChunk')
    stream.leave()
    await closed
  })

  test('is on without a setting where this machine answers, and off where the operator pays', async ({ assert }) => {
    const [characterId] = stage.characterIds as [string]
    const demoOf = async (env: Record<string, string>) => {
      const server = await stage.secondServer({ DEMO: '', ...env })
      const { body } = await new Client(server.url).get('/api/demo')
      const code = await codeOf({ ...stage, server }, characterId)
      await server.stop()
      return { body, code }
    }
    const local = await demoOf({ MODELS_PROVIDER: 'local' })
    assert.include(local.body.characterIds, characterId)
    assert.isTrue(local.body.isDemo)
    assert.equal(local.code, 'answered')
    assert.deepEqual(await demoOf({}), { body: { characterIds: [] }, code: 'not_found' })
    assert.equal((await demoOf({ MODELS_PROVIDER: 'local', DEMO: 'off' })).code, 'not_found')
  })
    .tags(longRun)
    .timeout(120_000)
})

test.group('The limits of the demo', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage('limited')
  })

  test('count two replies per network and five in all, for all servers, and not those that fail', async ({
    assert,
  }) => {
    const [characterId] = stage.characterIds as [string]
    stage.upstream.answer = (call) => void call.response.writeHead(401).end('{}')
    const failed = await answerTo(stage, characterId, { from: '192.0.2.1' })
    assert.equal(failed.type, 'error')

    stage.upstream.answer = speak(['And to you.'])
    const other = await stage.secondServer()
    const atOther = { ...stage, server: other }
    // Five visitors of one network ask at once, and two get a reply.
    const codes = await Promise.all(
      [stage, atOther, stage, atOther, stage].map((at, n) => codeOf(at, characterId, { from: `192.0.2.${n}` }))
    )
    assert.lengthOf(
      codes.filter((code) => code === 'answered'),
      2
    )
    const refused = await sayAs(atOther, characterId, { from: '192.0.2.200' })
    await refused.ended
    assert.equal(refused.status, 429)
    const wait = Number(refused.headers['retry-after'])
    assert.isTrue(wait > day - 120 && wait <= day)
    assert.deepInclude(JSON.parse(refused.text()), { code: 'demo_used_up' })

    for (const from of ['198.51.100.1', '198.51.100.2', '203.0.113.1'])
      assert.equal(await codeOf(stage, characterId, { from }), 'answered', from)
    assert.equal(await codeOf(stage, characterId, { from: '2001:db8::1' }), 'demo_used_up')
    const { rows } = await stage.db.query(
      `SELECT key, points FROM rate_limits WHERE key LIKE '%demo%' ORDER BY points DESC`
    )
    assert.deepEqual(
      rows.map(({ points }) => points),
      [5, 2, 2, 1, 1, 0]
    )
    assert.notMatch(JSON.stringify(rows), /192\.0\.2|198\.51/)
  }).tags(longRun)

  test('count replies that cost a prompt and have no text', async ({ assert }) => {
    await stage.db.query(`DELETE FROM rate_limits WHERE key LIKE '%demo%'`)
    const [characterId] = stage.characterIds as [string]
    const from = '198.51.20.1'
    stage.upstream.answer = (call) => call.finish('content_filter')
    assert.containsSubset(await answerTo(stage, characterId, { from }), { code: 'content_filtered' })
    stage.upstream.answer = (call) => call.finish()
    assert.containsSubset(await answerTo(stage, characterId, { from }), { code: 'empty_reply' })
    assert.equal(await codeOf(stage, characterId, { from }), 'demo_used_up')
  })

  test('refuse a fifth reply at once', async ({ assert }) => {
    await stage.db.query(`DELETE FROM rate_limits WHERE key LIKE '%demo%'`)
    const [characterId] = stage.characterIds as [string]
    const { promise: release, resolve } = Promise.withResolvers<void>()
    stage.upstream.answer = async (call) => {
      call.delta('And ')
      await release
      call.finish()
    }
    const streams = []
    for (let n = 0; n < 4; n++) {
      const stream = await sayAs(stage, characterId, { from: `198.51.${n}.1` })
      await stream.waitFor((event) => event.type === 'aiChunk')
      streams.push(stream)
    }
    assert.equal(await codeOf(stage, characterId, { from: '198.51.9.1' }), 'too_many_requests')
    resolve()
    await Promise.all(streams.map((stream) => stream.ended))
    assert.equal(await codeOf(stage, characterId, { from: '198.51.9.1' }), 'answered')
  })
})

test.group('Adopting a transcript', (group) => {
  const stage = usual
  group.setup(openUsual)
  group.teardown(() => stage.close())

  test('makes it a chat of a new account that costs nothing, once', async ({ assert }) => {
    const [characterId] = stage.characterIds as [string]
    stage.upstream.answer = speak(['And to you.'])
    const { transcript } = await complete(stage, characterId)
    const client = await stage.visitor()
    const adopt = (by: Client) => by.post('/api/demo/adopt', { transcript })
    assert.equal((await adopt(new Client(client.url))).status, 401)

    const [one, two] = await Promise.all([adopt(client), adopt(client)])
    assert.equal(one.status, 200, one.text)
    assert.deepEqual(one.body, two.body)
    assert.deepEqual((await adopt(client)).body, one.body)
    const { sessionId } = one.body
    assert.equal(one.body.characterId, characterId)

    const chat = { client, characterId, sessionId, kind: 'reroll' as const, messageId: null }
    const messages = await messagesOf(chat)
    assert.deepEqual(messages.map(({ content, isUser }) => [isUser, content]).slice(1), [
      [true, 'Good evening.'],
      [false, 'And to you.'],
    ])
    assert.notProperty(messages[0], 'model')
    assert.deepInclude(messages[2], { rubyCost: 0, state: 'complete', model: 'basic' })
    const { body: user } = await client.get('/api/auth/user')
    assert.deepEqual([user.rubies, user.stats.messagesWritten], [50, 1])
    const { body: chats } = await client.get('/api/chats')
    assert.deepEqual(
      chats.map(({ id }: { id: string }) => id),
      [sessionId]
    )
    const { rows } = await stage.db.query('SELECT count(*)::int FROM replies WHERE user_id = $1', [client.user.id])
    assert.equal(rows[0].count, 0)
    assert.deepEqual(await brokenAfterwards(stage.db), [])

    // From here on, replies have their price.
    await (
      await ask({ ...chat, messageId: messages[2]!.id }, '')
    ).ended
    await client.say(characterId, { content: 'May I sit?', sessionId, model: 'basic' })
    assert.equal((await client.get('/api/auth/user')).body.rubies, 48)
    assert.deepEqual(await brokenAfterwards(stage.db), [])

    const stranger = await stage.visitor()
    assert.equal((await adopt(stranger)).body.code, 'already_adopted')
    await client.delete(`/api/chats/${sessionId}`)
    assert.equal((await adopt(client)).body.code, 'already_adopted')
    await client.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
    assert.equal((await adopt(stranger)).body.code, 'already_adopted')
  })

  test('needs a valid transcript with a reply', async ({ assert }) => {
    const client = await stage.visitor()
    assert.equal((await client.post('/api/demo/adopt', {})).body.code, 'validation_failed')
    assert.equal((await client.post('/api/demo/adopt', { transcript: 'x.y' })).body.code, 'transcript_expired')
  })

  test('refuses expired transcripts, other signatures and accounts older than a day', async ({ assert }) => {
    const encryption = await app.container.make(Encryption)
    const transcripts = new Transcripts(encryption)
    const messages = [
      { content: 'Good evening.', isUser: true, state: 'complete', createdAt: new Date().toISOString() },
    ]
    const transcript = { id: newId(), characterId: newId(), messages } as Transcript
    const signingFrom = Date.now()
    const signed = transcripts.sign(transcript)
    const signedUntil = Date.now()
    assert.deepEqual(transcripts.read(signed), transcript)
    const verifier = encryption.getMessageVerifier()
    assert.isNull(transcripts.read(verifier.sign(transcript, '-1 second', 'demo transcript')))
    assert.isNull(transcripts.read(verifier.sign(transcript, '1 hour', 'another purpose')))
    const { expiryDate } = JSON.parse(Buffer.from(signed.split('.')[0]!, 'base64url').toString())
    const signedAt = Date.parse(expiryDate) - day * 1_000
    assert.isTrue(signingFrom <= signedAt && signedAt <= signedUntil, `signed at ${signedAt}`)

    const adoption = new AdoptTranscript(null as never, null as never, transcripts, {} as never, systemTimers)
    const openedAgo = (seconds: number) => ({ id: earliestIdAt(Date.now() - seconds * 1_000) }) as CurrentUser
    assert.equal((await adoption.run(openedAgo(day + 60), signed)).kind, 'known_account')
  })

  test('forgets adopted transcripts after two days', async ({ assert }) => {
    const db = await app.container.make(Database)
    const [old, recent] = [newId(), newId()]
    for (const [id, hours] of [
      [old, 49],
      [recent, 47],
    ] as const)
      await db.rawQuery(
        `INSERT INTO demo_adoptions (transcript_id, user_id, chat_session_id, adopted_at) VALUES (?, ?, ?, now() - ? * INTERVAL '1 hour')`,
        [id, newId(), newId(), hours]
      )
    await (await app.container.make(AdoptTranscript)).purge()
    const rows = await db.from('demo_adoptions').whereIn('transcript_id', [old, recent])
    assert.deepEqual(
      rows.map(({ transcript_id: id }) => id),
      [recent]
    )
  })
})

/** Returns the instructions and the texts of the messages in the last prompt. */
const promptOf = ({ upstream }: Stage) => {
  const [system, ...messages] = last(upstream.calls).body.messages as { content: string }[]
  return { system: system!.content, messages: messages.map(({ content }) => content) }
}
