import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { test } from '@japa/runner'
import { generateText, streamText } from 'ai'
import OpenAI, { APIError } from 'openai'
import retention from '#config/retention'
import type { TokenScope } from '#modules/access/api'
import { Client } from '#tests/support/client'
import { numberedWords, speak, speakInTwo, speakOn } from '#tests/support/model_upstream'
import { accountOf, brokenAfterwards, sharedStage, until } from '#tests/support/stage'
import { modelLimits } from '../api.ts'

const setUp = async ({
  rubies = 50,
  scopes = ['models'] as TokenScope[],
  kind = 'usual' as 'usual' | 'limited',
} = {}) => {
  const stage = await sharedStage(kind)
  const visitor = await stage.visitor(rubies)
  const { body } = await visitor.post('/api/tokens', { name: 'Script', scopes, days: 30 })
  const apiKey: string = body.value
  const baseURL = `${stage.server.url}/v1`
  const openai = new OpenAI({ apiKey, baseURL, maxRetries: 0 })
  const compatible = createOpenAICompatible({ name: 'facet', apiKey, baseURL, includeUsage: true })
  const headers = { authorization: `Bearer ${apiKey}` }
  const program = new Client(stage.server.url)
  const send = (path: string, options: Parameters<Client['call']>[1] = {}) =>
    program.call(path, { ...options, headers: { ...headers, ...options.headers } })
  const complete = (body: object, headers?: Record<string, string>) =>
    send('/v1/chat/completions', { method: 'POST', body: { messages: hello, model: 'basic', ...body }, headers })
  const character = `character:${stage.characterIds[0]}`
  const model = `${character}@basic`
  return { stage, visitor, openai, compatible, send, complete, character, model, apiKey }
}

const hello = [{ role: 'user' as const, content: 'Good evening.' }]

/** Returns the error that a call of the client throws. */
const thrown = async (call: PromiseLike<unknown>): Promise<APIError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof APIError) return error
    throw error
  }
  throw new Error('The call has not failed.')
}

/** Answers with these counts of tokens. */
const withUsage: (text: string) => ReturnType<typeof speak> = (text) => async (call) => {
  call.delta(text)
  call.response.write(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: { prompt_tokens: 90, completion_tokens: 7, total_tokens: 97 } })}\n\n`
  )
  call.response.end('data: [DONE]\n\n')
}

test.group('The official client', () => {
  test('lists the tiers and characters of the caller, and finds others', async ({ assert }) => {
    const { stage, visitor, openai, character } = await setUp()
    const tiers = ['basic', 'standard', 'premium', 'ultra']
    assert.deepEqual(
      (await openai.models.list()).data.map(({ id }) => id),
      tiers
    )
    await visitor.say(stage.characterIds[1]!, { content: 'Hello', model: 'basic' })
    const listed = (await openai.models.list()).data
    assert.deepEqual(
      listed.map(({ id }) => id),
      [...tiers, `character:${stage.characterIds[1]}`]
    )
    const standard = `${character}@standard`
    assert.deepInclude(await openai.models.retrieve(standard), { id: standard, object: 'model' })
    // The default tier of the server.
    assert.deepInclude(await openai.models.retrieve(character), { id: character })
    assert.deepInclude(await openai.models.retrieve('Toppy 7B'), { id: 'basic' })
    for (const unknown of [
      'gpt-4o',
      `${character}@gpt`,
      'character:0198c5a6-0000-7000-8000-000000000000',
      'character:x',
    ])
      assert.deepInclude(await thrown(openai.models.retrieve(unknown)), { status: 404, code: 'model_not_found' })
  })

  test('gets whole answers of characters, for the price of a reply', async ({ assert }) => {
    const { stage, visitor, openai, character } = await setUp()
    stage.upstream.answer = withUsage('Evening, friend.')
    const answer = await openai.chat.completions.create({
      model: `${character}@standard`,
      messages: [
        { role: 'system', content: 'Speak of {{char}} and {{user}}.' },
        { role: 'user', content: 'First.' },
        { role: 'assistant', content: 'Second.' },
        { role: 'developer', content: 'Be short.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Third,' },
            { type: 'text', text: 'and last.' },
          ],
        },
      ],
      temperature: 0.25,
      top_p: 0.5,
      stop: ['END'],
      max_tokens: 77,
      tools: [],
      logprobs: false,
      user: 'someone',
    })
    const [choice] = answer.choices
    assert.deepInclude(choice, { index: 0, finish_reason: 'stop' })
    assert.deepEqual(choice!.message, { role: 'assistant', content: 'Evening, friend.', refusal: null })
    assert.match(answer.id, /^chatcmpl-/)
    assert.equal(answer.usage!.completion_tokens, 7)
    assert.equal(answer.usage!.total_tokens, answer.usage!.prompt_tokens + 7)
    assert.deepEqual(await accountOf(stage.db, { client: visitor }), { balance: 47, held: 0, paid: 3, charges: 1 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
    const { body } = stage.upstream.calls[0]!
    assert.deepInclude(body, { model: 'test-standard', temperature: 0.25, top_p: 0.5, max_tokens: 77 })
    assert.include(body.stop, 'END')
    const [system, ...messages] = body.messages
    assert.match(system.content, /^You play /)
    // The caller's instructions are a note among the messages, filled in, and not part of the platform's.
    assert.notInclude(system.content, 'Be short.')
    const note = messages.find(({ content }: any) => content.includes('Be short.'))
    assert.equal(note.role, 'user')
    assert.match(note.content, /Speak of [^{]+ and [^{]+\./)
    assert.deepEqual(
      messages.map(({ content }: any) => content.split('\n').at(-1)),
      ['First.', 'Second.', messages.at(-1).content.split('\n').at(-1)]
    )
    assert.include(messages.at(-1).content, 'Third,\nand last.')
  })

  test('streams answers piece by piece, with the usage if asked', async ({ assert }) => {
    const { stage, openai, model } = await setUp()
    stage.upstream.answer = withUsage('Evening.')
    const chunks = []
    const stream = await openai.chat.completions.create({
      model,
      messages: hello,
      stream: true,
      stream_options: { include_usage: true },
    })
    for await (const chunk of stream) chunks.push(chunk)
    assert.deepEqual(chunks[0]!.choices[0]!.delta, { role: 'assistant', content: '' })
    assert.equal(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''), 'Evening.')
    assert.equal(chunks.at(-2)!.choices[0]!.finish_reason, 'stop')
    assert.deepEqual(chunks.at(-1)!.choices, [])
    assert.equal(chunks.at(-1)!.usage!.completion_tokens, 7)
    assert.lengthOf(new Set(chunks.map(({ id }) => id)), 1)
    assert.equal(chunks[0]!.model, model)
  })

  test('gets answers of an assistant without a character', async ({ assert }) => {
    const { stage, visitor, openai } = await setUp()
    const answer = await openai.chat.completions.create({ model: 'Toppy 7B', messages: hello })
    assert.equal(answer.choices[0]!.message.content, 'Hello there.')
    assert.include(stage.upstream.calls[0]!.body.messages[0].content, 'You are a helpful assistant.')
    assert.deepEqual(await accountOf(stage.db, { client: visitor }), { balance: 49, held: 0, paid: 1, charges: 1 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('reads failures as its own errors', async ({ assert }) => {
    const { stage, openai, apiKey, model } = await setUp({ rubies: 2 })
    const ask = (body: object, client = openai) =>
      thrown(client.chat.completions.create({ model: 'basic', messages: hello, ...body } as never))
    assert.deepInclude(await ask({ n: 2 }), { status: 400, code: 'validation_failed', param: 'n' })
    assert.deepInclude(await ask({ temperature: 3 }), { status: 400, param: 'temperature' })
    assert.deepInclude(await ask({ model: 'gpt-4o' }), { status: 404, code: 'model_not_found', param: 'model' })
    assert.deepInclude(await ask({ model: 'premium' }), { status: 402, code: 'insufficient_quota' })
    const wrong = new OpenAI({ apiKey: `${apiKey}x`, baseURL: openai.baseURL, maxRetries: 0 })
    const refused = await ask({}, wrong)
    assert.deepInclude(refused, { status: 401, code: 'invalid_token', type: 'authentication_error' })
    assert.isString(refused.requestID)
    stage.upstream.answer = ({ response }) => void response.writeHead(503).end()
    assert.deepInclude(await ask({}), { status: 503, type: 'server_error' })
    // A stream has begun, so that its failure is an event.
    const stream = await openai.chat.completions.create({ model, messages: hello, stream: true })
    const failure = thrown(
      (async () => {
        for await (const _ of stream);
      })()
    )
    assert.deepInclude(await failure, { code: 'unavailable', type: 'server_error' })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('stops the reply when it leaves, and pays for the text that it was sent', async ({ assert }) => {
    const { stage, visitor, openai, model } = await setUp()
    stage.upstream.answer = speakOn('word ', 5)
    const stream = await openai.chat.completions.create({ model, messages: hello, stream: true })
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
    await until(stage.db, `SELECT state = 'stopped' FROM replies WHERE user_id = '${visitor.user.id}'`)
    assert.deepEqual(await accountOf(stage.db, { client: visitor }), { balance: 49, held: 0, paid: 1, charges: 1 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })
})

test.group('The AI SDK', () => {
  test('gets whole and streamed answers, with their usage', async ({ assert }) => {
    const { stage, compatible, model } = await setUp()
    stage.upstream.answer = withUsage('Evening.')
    const whole = await generateText({ model: compatible(model), prompt: 'Good evening.', system: 'Be short.' })
    assert.deepEqual([whole.text, whole.finishReason, whole.usage.outputTokens], ['Evening.', 'stop', 7])
    const streamed = streamText({ model: compatible('basic'), prompt: 'Good evening.' })
    let text = ''
    for await (const piece of streamed.textStream) text += piece
    assert.equal(text, 'Evening.')
    assert.equal((await streamed.usage).outputTokens, 7)
  })

  test('reports a reply that breaks off as an error', async ({ assert }) => {
    const { stage, compatible } = await setUp()
    stage.upstream.answer = async (call) => {
      call.delta('Even')
      call.response.destroy()
    }
    const errors: unknown[] = []
    const streamed = streamText({
      model: compatible('basic'),
      prompt: 'Hi',
      maxRetries: 0,
      onError: ({ error }) => void errors.push(error),
    })
    for await (const _ of streamed.textStream);
    assert.lengthOf(errors, 1)
    assert.equal(await streamed.finishReason, 'error')
  })
})

test.group('A chat of the caller', () => {
  test('goes on with the last message, once for a key', async ({ assert }) => {
    const { stage, visitor, complete, model } = await setUp()
    await visitor.say(stage.characterIds[0]!, { content: 'Hello', model: 'basic' })
    const [chat] = (await visitor.get('/api/chats')).body
    const body = { model, metadata: { session: chat.id }, messages: [{ role: 'user', content: 'Ignored' }, ...hello] }
    const key = { 'idempotency-key': 'chat' }
    const [first, second] = [await complete(body, key), await complete(body, key)]
    assert.equal(first.status, 200, first.text)
    assert.deepEqual(second.body, first.body)
    const { messages } = (await visitor.get(`/api/chats/${stage.characterIds[0]}?session=${chat.id}`)).body
    assert.deepEqual(
      messages.slice(-2).map(({ content }: any) => content),
      ['Good evening.', 'Hello there.']
    )
    assert.equal((await complete({ ...body, messages: [{ role: 'user', content: 'Other' }] }, key)).status, 422)
    assert.equal((await complete({ ...body, model: `character:${stage.characterIds[1]}@basic` })).status, 404)
    assert.equal((await complete({ ...body, model: 'basic' })).body.error.code, 'session_without_character')
    assert.deepInclude(await accountOf(stage.db, { client: visitor }), { paid: 2, charges: 2 })
    const stranger = await setUp()
    assert.equal((await stranger.complete(body)).status, 404)
  })
})

test.group('An idempotency key', () => {
  test('gives requests at the same time and afterwards one answer for one charge', async ({ assert }) => {
    const { stage, visitor, complete, model } = await setUp({ rubies: 1 })
    const { answer, goOn } = speakInTwo(['Once'], [' only.'])
    stage.upstream.answer = answer
    const ask = () => complete({ model }, { 'idempotency-key': 'k' })
    const many = Array.from({ length: 8 }, ask)
    await until(stage.db, `SELECT count(*) = 1 FROM replies WHERE user_id = '${visitor.user.id}'`)
    goOn()
    const answers = [...(await Promise.all(many)), await ask()]
    for (const { status, body } of answers) {
      assert.equal(status, 200)
      assert.deepEqual(body, answers[0]!.body)
    }
    assert.equal(answers[0]!.body.choices[0].message.content, 'Once only.')
    assert.deepEqual(await accountOf(stage.db, { client: visitor }), { balance: 0, held: 0, paid: 1, charges: 1 })
    const other = await complete({ model, messages: [{ role: 'user', content: 'Other' }] }, { 'idempotency-key': 'k' })
    assert.deepEqual([other.status, other.body.error.code], [422, 'idempotency_key_reused'])
  })

  test('asks again after a reply that failed, and keeps its reply when the client leaves', async ({ assert }) => {
    const { stage, visitor, openai, complete } = await setUp()
    stage.upstream.answer = ({ response }) => void response.writeHead(503).end()
    const key = { 'idempotency-key': 'again' }
    assert.equal((await complete({}, key)).status, 503)
    const { answer, goOn } = speakInTwo(['Still'], [' here.'])
    stage.upstream.answer = answer
    const ask = () =>
      openai.chat.completions.create(
        { model: 'basic', messages: hello, stream: true },
        { headers: { 'Idempotency-Key': 'left' } }
      )
    for await (const chunk of await ask()) if (chunk.choices[0]?.delta.content) break
    goOn()
    await until(stage.db, `SELECT bool_or(state = 'written') FROM replies WHERE user_id = '${visitor.user.id}'`)
    stage.upstream.answer = speak(['Another'])
    let repeated = ''
    for await (const chunk of await ask()) repeated += chunk.choices[0]?.delta.content ?? ''
    assert.equal(repeated, 'Still here.')
    const again = await complete({}, key)
    assert.equal(again.body.choices[0].message.content, 'Another')
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('counts for a day, and has a limited length', async ({ assert }) => {
    const { stage, visitor, complete } = await setUp()
    const key = { 'idempotency-key': 'x'.repeat(modelLimits.keyMax) }
    const first = (await complete({}, key)).body
    await stage.db.query(`UPDATE idempotency_keys SET created_at = now() - INTERVAL '24 hours' WHERE user_id = $1`, [
      visitor.user.id,
    ])
    assert.notEqual((await complete({}, key)).body.id, first.id)
    assert.equal((await complete({}, { 'idempotency-key': 'x'.repeat(modelLimits.keyMax + 1) })).status, 400)
  })
})

test.group('Requests to models', () => {
  test('are in no list, search, statistics or export, and leave only their last message and answer for a day', async ({
    assert,
  }) => {
    const { stage, visitor, complete, model } = await setUp()
    const messages = [{ role: 'user', content: 'Findable zebra' }, { role: 'assistant', content: 'Oh' }, ...hello]
    assert.equal((await complete({ model, messages })).status, 200)
    assert.isEmpty((await visitor.get('/api/chats')).body)
    assert.isEmpty((await visitor.get('/api/chats/search?q=zebra')).body.hits ?? [])
    assert.notInclude((await visitor.get('/api/user/export')).text, 'zebra')
    await until(
      stage.db,
      `SELECT array_agg(content ORDER BY position) = '{Good evening.,Hello there.}' FROM chat_messages WHERE user_id = '${visitor.user.id}'`
    )
    const { rows } = await stage.db.query(
      `SELECT messages_written - messages_imported AS counted,
         deleted_at + make_interval(days => $2) BETWEEN now() + INTERVAL '24 hours' AND now() + INTERVAL '25 hours' AS is_purged_in_a_day
       FROM chat_sessions WHERE user_id = $1`,
      [visitor.user.id, retention.deletedDays]
    )
    assert.deepEqual(rows, [{ counted: 0, is_purged_in_a_day: true }])
  })

  test('take the longest permitted input, and no longer one', async ({ assert }) => {
    const { complete } = await setUp()
    const { messagesMax, contentMax, systemMax, stopsMax, stopMax } = modelLimits
    const longest = {
      messages: [
        { role: 'system', content: 'é'.repeat(systemMax) },
        ...Array.from({ length: messagesMax - 2 }, (_, at) => ({
          role: at % 2 ? 'assistant' : 'user',
          content: `${at}`,
        })),
        { role: 'user', content: 'é'.repeat(contentMax) },
      ],
      stop: Array.from({ length: stopsMax }, (_, at) => `${at}`.padEnd(stopMax, 'x')),
    }
    assert.equal((await complete(longest)).status, 200)
    const refused: object[] = [
      { messages: [...longest.messages, ...hello] },
      { messages: [{ role: 'user', content: 'é'.repeat(contentMax + 1) }] },
      { messages: [{ role: 'system', content: 'é'.repeat(systemMax + 1) }, ...hello] },
      { messages: [] },
      { messages: [{ role: 'system', content: 'Alone' }] },
      { messages: [...hello, { role: 'assistant', content: 'Hm' }] },
      { messages: [{ role: 'tool', content: 'x' }, ...hello] },
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] }] },
      { stop: [...longest.stop, 'x'] },
      { stop: 'x'.repeat(stopMax + 1) },
      { stop: '' },
      { max_tokens: 0 },
      { metadata: { session: 'x' } },
    ]
    for (const body of refused) {
      const { status, body: answer } = await complete(body)
      assert.equal(status, 400, JSON.stringify(body).slice(0, 100))
      assert.isString(answer.error.message)
    }
    assert.equal((await complete({ messages: [{ role: 'user', content: 'x'.repeat(1_100_000) }] })).status, 413)
  })

  test('obey the rules of the app: private, blocked and adult characters', async ({ assert }) => {
    const { stage, complete, send } = await setUp()
    const owner = await stage.visitor()
    const made = async (more: object) =>
      (
        await owner.post('/api/characters', {
          name: 'Mo',
          description: 'Mends nets.',
          backstory: 'Once sailed.',
          personality: 'Calm.',
          avatar: '/pictures/builtin/noor-avatar.webp',
          category: 'General',
          isPublic: false,
          ...more,
        })
      ).body.id
    const hidden = await made({})
    assert.equal((await complete({ model: `character:${hidden}` })).status, 404)
    assert.equal((await send(`/v1/models/character:${hidden}`)).status, 404)
    const adult = await made({ isPublic: true })
    await stage.db.query('UPDATE characters SET is_nsfw = true, is_public = true WHERE id = $1', [adult])
    for (const { status, body } of [
      await complete({ model: `character:${adult}` }),
      await send(`/v1/models/character:${adult}`),
    ])
      assert.deepEqual([status, body.error.code], [403, 'adult_content'])
  })

  test('are limited as replies are, and say how long to wait', async ({ assert, cleanup }) => {
    const { stage, visitor, complete, model } = await setUp({ kind: 'limited' })
    const of = (sql: string) => stage.db.query(sql, [visitor.user.id])
    // Other tests check the ledger of this database.
    cleanup(async () => void (await of(`DELETE FROM replies WHERE user_id = $1 AND tier = 'earlier'`)))
    await of(`INSERT INTO replies (user_id, id, chat_session_id, message_id, position, tier, cost, state, owner, ended_at)
      SELECT $1, uuidv7(), uuidv7(), uuidv7(), 1, 'earlier', 0, 'written', uuidv7(), now() FROM generate_series(1, 60)`)
    for (const key of [undefined, { 'idempotency-key': 'k' }]) {
      const { status, headers, body } = await complete({ model }, key)
      assert.deepEqual([status, body.error.code, body.error.type], [429, 'rate_limit_exceeded', 'rate_limit_error'])
      assert.isAtLeast(Number(headers['retry-after']), 1)
    }
    await of(`UPDATE replies SET created_at = created_at - INTERVAL '61 seconds' WHERE user_id = $1`)
    assert.equal((await complete({ model }, { 'idempotency-key': 'k' })).status, 200)
  })

  test('cut off at the limit of tokens say so', async ({ assert }) => {
    const { stage, complete } = await setUp()
    stage.upstream.answer = async (call) => {
      for (const word of numberedWords(3)) call.delta(word)
      call.finish('length')
    }
    assert.equal((await complete({})).body.choices[0].finish_reason, 'length')
  })
})
