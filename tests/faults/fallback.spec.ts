import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { speak } from '#tests/support/model_upstream'
import { accountOf, brokenAfterwards, last, send, startStage, type Stage } from '#tests/support/stage'

/** Starts the second provider, of another vendor. */
const startOllama = async () => {
  const bodies: any[] = []
  const upstream = {
    bodies,
    answer: (response: http.ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      response.write(JSON.stringify({ message: { role: 'assistant', content: 'I stand in.' }, done: false }) + '\n')
      response.end(JSON.stringify({ message: { content: '' }, done: true, done_reason: 'stop' }) + '\n')
    },
  }
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
      upstream.answer(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(upstream, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
}

const refuse = (status: number) => (response: http.ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end('{"error":"No."}')
}

test.group('A tier with a second model', (group) => {
  let stage: Stage
  let other: Awaited<ReturnType<typeof startOllama>>
  group.setup(async () => {
    other = await startOllama()
    stage = await startStage({
      env: {
        MODELS_FALLBACK: 'ollama:stand-in:3b',
        OLLAMA_BASE_URL: other.url,
        REPLY_FIRST_TEXT_TIMEOUT_MS: '6000',
      },
    })
    return async () => {
      await stage.close()
      other.close()
    }
  })
  group.each.setup(() => {
    const before = other.answer
    other.bodies.length = 0
    stage.upstream.calls.length = 0
    return () => void (other.answer = before)
  })

  for (const [what, answer] of [
    ['refuses', (call) => refuse(401)(call.response)],
    ['is silent', () => {}],
    ['returns an empty reply', (call) => call.finish()],
  ] as [string, Stage['upstream']['answer']][])
    test(`answers with it when the first ${what}, charged once`, async ({ assert }) => {
      const chat = await stage.chat(1)
      stage.upstream.answer = answer
      const events = await (await send(chat, 'Are you there?')).ended
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
      assert.lengthOf(stage.upstream.calls, 1)
      assert.deepInclude(other.bodies[0], { model: 'stand-in:3b', stream: true })
      assert.equal(other.bodies[0].options.num_ctx, 4_096)
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

  test('retries the first one after a short 429, without the second', async ({ assert }) => {
    const chat = await stage.chat(1)
    let calls = 0
    stage.upstream.answer = (call) => (++calls === 1 ? refuse(503)(call.response) : speak(['Back', ' again.'])(call))
    const end = last(await (await send(chat, 'Are you there?')).ended)
    assert.equal(end.type, 'aiComplete')
    if (end.type === 'aiComplete') assert.equal(end.message.content, 'Back again.')
    assert.equal(calls, 2)
    assert.lengthOf(other.bodies, 0)
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
  })

  test('does not use it after the first text: that text is kept for free', async ({ assert }) => {
    const chat = await stage.chat(1)
    stage.upstream.answer = (call) => {
      call.delta('Half of')
      call.response.end()
    }
    const end = last(await (await send(chat, 'Are you there?')).ended)
    assert.equal(end.type, 'error')
    if (end.type === 'error') assert.deepInclude(end.message, { content: 'Half of', state: 'broken_off', rubyCost: 0 })
    assert.lengthOf(other.bodies, 0)
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
  })

  test('fails for free when both fail', async ({ assert }) => {
    const chat = await stage.chat(1)
    stage.upstream.answer = (call) => refuse(401)(call.response)
    other.answer = refuse(404)
    const end = last(await (await send(chat, 'Are you there?')).ended)
    assert.equal(end.type, 'error')
    if (end.type === 'error') assert.equal(end.code, 'misconfigured')
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
    assert.include(stage.server.log(), 'model attempt failed before the first text')
  })
})
