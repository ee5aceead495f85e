import { test } from '@japa/runner'
import { ProviderError } from '../../contract/errors.ts'
import { collect, kitRequest } from '../../kits/model_kit.ts'
import type { TransportRequest } from '../../contract/transport.ts'
import { ollama, type OllamaOptions } from '../index.ts'
import { framing, line } from './framing.ts'

const whole = framing.opening + framing.text('Hi.') + framing.finish('stop', null)

/** Creates a provider whose calls are recorded and answered with these chunks. */
function answering(
  pieces: string | Iterable<Uint8Array>,
  options: OllamaOptions = {},
  { status = 200, contentType = 'application/x-ndjson' } = {}
) {
  const calls: TransportRequest[] = []
  const provider = ollama(options, {
    transport: async (request) => {
      calls.push(request)
      const body = (async function* () {
        if (typeof pieces === 'string') yield Buffer.from(pieces)
        else yield* pieces
      })()
      return { status, headers: { 'content-type': contentType }, body }
    },
  })
  return { calls, provider }
}

test.group('model-ollama | request', () => {
  test('sends the system text first, then the messages, and always num_ctx', async ({ assert }) => {
    const { calls, provider } = answering(whole)
    const request = kitRequest({ contextTokens: 16_384, stop: ['\nRobin:'] })
    await collect(provider, { request })
    assert.equal(`${calls[0]!.method} ${calls[0]!.url}`, 'POST http://127.0.0.1:11434/api/chat')
    assert.notProperty(calls[0]!.headers, 'authorization')
    assert.deepEqual(JSON.parse(calls[0]!.body!), {
      model: 'kit-model',
      messages: [{ role: 'system', content: request.system }, ...request.messages],
      stream: true,
      options: { num_ctx: 16_384, num_predict: 512, temperature: 0.8, stop: ['\nRobin:'] },
    })
  })

  test('sends pictures beside the text', async ({ assert }) => {
    const { calls, provider } = answering(whole)
    const pictures = [{ type: 'image/jpeg', base64: 'YQ==' }] as const
    await collect(provider, {
      request: kitRequest({ system: '', messages: [{ role: 'user', content: 'Look!', pictures }] }),
    })
    assert.deepEqual(JSON.parse(calls[0]!.body!).messages, [{ role: 'user', content: 'Look!', images: ['YQ=='] }])
  })

  test('reports a refused picture as a bad request')
    .with(['this model is missing data required for image input', 'failed to process image', 'image: unknown format'])
    .run(async ({ assert }, message) => {
      const { provider } = answering(JSON.stringify({ error: message }), {}, { status: 500 })
      const { error } = await collect(provider)
      assert.equal((error as ProviderError).code, 'bad_request')
    })

  test('lets a model think on top of the reply')
    .with([
      ['qwen3', true],
      ['gpt-oss:20b', 'high'],
    ] as [string, unknown][])
    .run(async ({ assert }, [model, think]) => {
      const { calls, provider } = answering(whole)
      await collect(provider, { request: kitRequest({ model, reasoning: { effort: 'high', tokensMax: 1_000 } }) })
      const body = JSON.parse(calls[0]!.body!)
      assert.equal(body.think, think)
      assert.deepInclude(body.options, { num_ctx: 5_096, num_predict: 1_512 })
    })

  test('repeats the call without think for a model that refuses it, and remembers that', async ({ assert }) => {
    const sent: Record<string, unknown>[] = []
    const provider = ollama(
      {},
      {
        transport: async ({ body: json }) => {
          const asked = JSON.parse(json!)
          sent.push(asked)
          const text = 'think' in asked ? '{"error":"\\"kit-model\\" does not support thinking"}' : whole
          const body = (async function* () {
            yield Buffer.from(text)
          })()
          return { status: 'think' in asked ? 400 : 200, headers: {}, body }
        },
      }
    )
    const request = kitRequest({ reasoning: { effort: 'high' } })
    for (let replies = 0; replies < 2; replies++) assert.isNull((await collect(provider, { request })).error)
    assert.lengthOf(sent, 3)
    assert.deepInclude(provider.adaptations!.of('kit-model')[0]!, { topic: 'parameters', says: 'it refuses think' })
  })

  test('sends keep_alive and a key when they are configured', async ({ assert }) => {
    const { calls, provider } = answering(whole, { keepAlive: '30m', apiKey: 'key' })
    await collect(provider, { request: kitRequest({ system: '' }) })
    const body = JSON.parse(calls[0]!.body!)
    assert.equal(body.keep_alive, '30m')
    assert.equal(calls[0]!.headers['authorization'], 'Bearer key')
    assert.equal(body.messages[0].role, 'assistant')
    assert.notProperty(body.options, 'stop')
  })

  test('accepts base URLs with /v1 and /api')
    .with([
      'http://box:11434',
      'http://box:11434/',
      'http://box:11434/v1',
      'http://box:11434/v1/',
      'http://box:11434/api',
    ])
    .run(async ({ assert }, baseUrl) => {
      const { calls, provider } = answering(whole, { baseUrl })
      await collect(provider)
      assert.equal(calls[0]!.url, 'http://box:11434/api/chat')
    })

  test('refuses a base URL that is not http(s)', ({ assert }) => {
    try {
      ollama({ baseUrl: 'localhost:11434' })
      assert.fail('it was taken')
    } catch (error) {
      assert.equal((error as ProviderError).code, 'misconfigured')
    }
  })
})

test.group('model-ollama | stream', () => {
  // The stream of https://docs.ollama.com/api/chat, with fields added in later versions.
  const documented =
    ['The', ' sky', ' is', ' blue', ' — “mostly” 🌊', '.']
      .map((content) =>
        line({
          model: 'llama3.2',
          created_at: '2023-08-04T08:52:19.385406455-07:00',
          message: { role: 'assistant', content, images: null },
          done: false,
        })
      )
      .join('') +
    line({
      model: 'llama3.2',
      created_at: '2023-08-04T19:22:45.499127Z',
      message: { role: 'assistant', content: '' },
      done_reason: 'stop',
      done: true,
      total_duration: 4883583458,
      load_duration: 1334875,
      prompt_eval_count: 26,
      prompt_eval_duration: 342546000,
      eval_count: 282,
      eval_duration: 4535599000,
    })
  const text = 'The sky is blue — “mostly” 🌊.'
  const bytes = Buffer.from(documented)
  const textOf = ({ parts }: Awaited<ReturnType<typeof collect>>) =>
    parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

  test('yields the text and the usage', async ({ assert }) => {
    const reply = await collect(answering(documented).provider)
    assert.deepEqual(reply, {
      parts: [
        { type: 'text', text },
        { type: 'finish', reason: 'stop', usage: { inputTokens: 26, outputTokens: 282 } },
      ],
      error: null,
    })
  })

  test('yields the same when split in two at every byte, and byte by byte', async ({ assert }) => {
    for (let cut = 1; cut < bytes.length; cut++)
      assert.equal(textOf(await collect(answering([bytes.subarray(0, cut), bytes.subarray(cut)]).provider)), text)
    assert.equal(textOf(await collect(answering([...bytes].map((byte) => Uint8Array.of(byte))).provider)), text)
  })

  test('yields the text so far when cut short at every byte, and cut_off unless the last line is complete', async ({
    assert,
  }) => {
    for (let end = 0; end <= bytes.length; end++) {
      const reply = await collect(answering([bytes.subarray(0, end)]).provider)
      assert.isTrue(text.startsWith(textOf(reply)), `ended at ${end}`)
      // The reply is complete even if the last line feed is missing.
      if (end >= bytes.length - 1) assert.isNull(reply.error, `ended at ${end}`)
      else assert.equal((reply.error as ProviderError | null)?.code, 'cut_off', `ended at ${end}`)
    }
  })

  test('accepts a last line without done_reason, message and counts, as from older servers', async ({ assert }) => {
    const { parts } = await collect(answering(framing.text('Hi.') + line({ model: 'm', done: true })).provider)
    assert.deepEqual(parts, [
      { type: 'text', text: 'Hi.' },
      { type: 'finish', reason: 'stop', usage: null },
    ])
  })

  test('yields text in the last line', async ({ assert }) => {
    const last = line({ message: { role: 'assistant', content: '!' }, done: true, done_reason: 'length' })
    const { parts } = await collect(answering(framing.text('Hi') + last).provider)
    assert.deepEqual(parts, [
      { type: 'text', text: 'Hi!' },
      { type: 'finish', reason: 'length', usage: null },
    ])
  })

  test('throws for an error in the stream, after the text before it, and classifies it')
    .with([
      ['an error was encountered while running the model', 'unavailable'],
      ["model 'kit-model' not found", 'misconfigured'],
      ['model requires more system memory (8.4 GiB) than is available (3.1 GiB)', 'misconfigured'],
    ] as [string, string][])
    .run(async ({ assert }, [message, code]) => {
      const { parts, error } = await collect(answering(framing.text('Half') + line({ error: message })).provider)
      assert.deepEqual(parts, [{ type: 'text', text: 'Half' }])
      assert.equal((error as ProviderError).code, code)
      assert.notInclude((error as ProviderError).message, message)
    })

  test('tells the operator what to do about a missing model', async ({ assert }) => {
    for (const [status, contentType] of [
      [404, 'application/json; charset=utf-8'],
      [200, 'application/json'],
    ] as const) {
      const body = JSON.stringify({ error: 'model "kit-model" not found, try pulling it first' })
      const { error } = await collect(answering(body, {}, { status, contentType }).provider)
      assert.equal((error as ProviderError).code, 'misconfigured')
      assert.include((error as ProviderError).message, "Run 'ollama pull kit-model'")
    }
  })

  test('classifies responses that are not a stream')
    .with([
      [404, '404 page not found', 'misconfigured'],
      [500, '{"error":"model requires more system memory (8.4 GiB) than is available (3.1 GiB)"}', 'misconfigured'],
      [503, '{"error":"server busy, please try again. maximum pending requests exceeded"}', 'unavailable'],
      [400, '{"error":"the input length exceeds the context length"}', 'context_too_long'],
      [400, '{"error":"\\"kit-model\\" does not support chat"}', 'bad_request'],
      [401, '{"error":"unauthorized","signin_url":"https://ollama.com/connect?key=x"}', 'unauthorized'],
      [502, '{"error":"upstream"}', 'unavailable'],
      [200, 'Ollama is running', 'invalid_response'],
      [400, '{"error":"\\"kit-model\\" does not support thinking"}', 'bad_request'],
      [200, '{"object":"list"}\n', 'invalid_response'],
      [200, '[]\n', 'invalid_response'],
      [200, '{"message":{"content":5},"done":false}\n', 'invalid_response'],
      [200, '', 'cut_off'],
    ] as [number, string, string][])
    .run(async ({ assert }, [status, body, code]) => {
      const { error } = await collect(answering(body, {}, { status }).provider)
      assert.instanceOf(error, ProviderError)
      assert.equal((error as ProviderError).code, code)
    })
})
