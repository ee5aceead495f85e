import { test } from '@japa/runner'
import { speak, type Call, type ModelUpstream } from '#tests/support/model_upstream'
import { accountOf, brokenAfterwards, last, send, sharedStage, type Stage } from '#tests/support/stage'

type Answer = ModelUpstream['answer']

/** Answers as the second provider, of another vendor. */
const standIn: Answer = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.write(JSON.stringify({ message: { role: 'assistant', content: 'I stand in.' }, done: false }) + '\n')
  response.end(JSON.stringify({ message: { content: '' }, done: true, done_reason: 'stop' }) + '\n')
}

const isOther = ({ path }: Call) => path === '/api/chat'

const refuse =
  (status: number): Answer =>
  ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end('{"error":"No."}')
  }

test.group('A tier with a second model', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage('killed')
  })

  const answerWith = (first: Answer, other: Answer = standIn) => {
    stage.upstream.calls.length = 0
    stage.upstream.answer = (call) => (isOther(call) ? other : first)(call)
  }
  const callsOf = (provider: 'first' | 'other') =>
    stage.upstream.calls.filter((call) => isOther(call) === (provider === 'other'))

  for (const [what, answer] of [
    ['refuses', refuse(401)],
    ['is silent', () => {}],
    ['returns an empty reply', (call) => call.finish()],
  ] as [string, Answer][])
    test(`answers with it when the first ${what}, charged once`, async ({ assert }) => {
      const chat = await stage.chat(1)
      const called = Promise.withResolvers<void>()
      answerWith((call) => {
        called.resolve()
        return answer(call)
      })
      const stream = await send(chat, 'Are you there?')
      await called.promise
      // Each of the two has half of the minute for the first text.
      if (what === 'is silent') await stage.server.control!.advance(30_000)
      const events = await stream.ended
      const end = last(events)
      assert.equal(end.type, 'aiComplete')
      if (end.type === 'aiComplete')
        assert.deepInclude(end.message, {
          content: 'I stand in.',
          modelName: 'Stand In 3B',
          modelId: 'stand-in:3b',
          isFallback: true,
        })
      assert.lengthOf(
        events.filter(({ type }) => type === 'userMessage'),
        1
      )
      assert.lengthOf(callsOf('first'), 1)
      const [{ body }] = callsOf('other') as [Call]
      assert.deepInclude(body, { model: 'stand-in:3b', stream: true })
      assert.equal(body.options.num_ctx, 4_096)
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

  test('retries the first one after a short 429, without the second', async ({ assert }) => {
    const chat = await stage.chat(1)
    let calls = 0
    answerWith((call) => (++calls === 1 ? refuse(503) : speak(['Back', ' again.']))(call))
    const end = last(await (await send(chat, 'Are you there?')).ended)
    assert.equal(end.type, 'aiComplete')
    if (end.type === 'aiComplete') assert.equal(end.message.content, 'Back again.')
    assert.equal(calls, 2)
    assert.isEmpty(callsOf('other'))
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
  })

  test('does not use it after the first text: that text is kept for free', async ({ assert }) => {
    const chat = await stage.chat(1)
    answerWith((call) => {
      call.delta('Half of')
      call.response.end()
    })
    const end = last(await (await send(chat, 'Are you there?')).ended)
    assert.equal(end.type, 'error')
    if (end.type === 'error') assert.deepInclude(end.message, { content: 'Half of', state: 'broken_off', rubyCost: 0 })
    assert.isEmpty(callsOf('other'))
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
  })

  test('fails for free when both fail', async ({ assert }) => {
    const chat = await stage.chat(1)
    answerWith(refuse(401), refuse(404))
    const end = last(await (await send(chat, 'Are you there?')).ended)
    assert.equal(end.type, 'error')
    if (end.type === 'error') assert.equal(end.code, 'misconfigured')
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
    assert.include(stage.server.log(), 'model attempt failed before the first text')
  })
})
