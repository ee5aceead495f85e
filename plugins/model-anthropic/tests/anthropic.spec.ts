import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { streamsFolder } from '#tests/fixtures/write_streams'
import { ProviderError } from '../../contract/errors.ts'
import type { Reasoning } from '../../contract/model.ts'
import { collect, kitRequest } from '../../kits/model_kit.ts'
import type { TransportRequest } from '../../contract/transport.ts'
import { anthropic } from '../index.ts'
import { event, framing } from './framing.ts'

const whole = framing.opening + framing.text('Hi.') + framing.finish('stop', null) + framing.terminator

/** Creates a provider whose calls are recorded and answered with these chunks. */
function answering(
  pieces: string | Iterable<Uint8Array>,
  {
    baseUrl = undefined as string | undefined,
    status = 200,
    contentType = 'text/event-stream',
    headers = {} as Record<string, string>,
  } = {}
) {
  const calls: TransportRequest[] = []
  const provider = anthropic(
    { baseUrl, apiKey: 'key' },
    {
      transport: async (request) => {
        calls.push(request)
        const body = (async function* () {
          if (typeof pieces === 'string') yield Buffer.from(pieces)
          else yield* pieces
        })()
        return { status, headers: { 'content-type': contentType, ...headers }, body }
      },
    }
  )
  return { calls, provider }
}

/** Returns the sampling that `sends` reports, under Anthropic's field names. */
const saidBy = (changes: Parameters<typeof kitRequest>[0]) => {
  const { temperature, topP, topK } = answering(whole).provider.sends!(kitRequest(changes))
  return JSON.parse(JSON.stringify({ temperature, top_p: topP, top_k: topK }))
}

const bodyOf = async (changes: Parameters<typeof kitRequest>[0]) => {
  const { calls, provider } = answering(whole)
  await collect(provider, { request: kitRequest(changes) })
  return JSON.parse(calls[0]!.body!)
}

test.group('model-anthropic | request', () => {
  test('sends the system text separately, the messages and the limits', async ({ assert }) => {
    const { calls, provider } = answering(whole)
    const request = kitRequest({ model: 'claude-sonnet-4-5', stop: ['\nRobin:'] })
    await collect(provider, { request })
    const { url, method, headers, body } = calls[0]!
    assert.equal(`${method} ${url}`, 'POST https://api.anthropic.com/v1/messages')
    assert.deepInclude(headers, { 'x-api-key': 'key', 'anthropic-version': '2023-06-01' })
    assert.deepEqual(JSON.parse(body!), {
      model: 'claude-sonnet-4-5',
      system: request.system,
      messages: [
        { role: 'user', content: '[The scene begins.]' },
        { role: 'assistant', content: 'Welcome to the light.' },
        { role: 'user', content: request.messages[1]!.content },
      ],
      max_tokens: 512,
      temperature: 0.8,
      stop_sequences: ['\nRobin:'],
      stream: true,
    })
  })

  test('joins consecutive messages of one role, drops empty ones, and starts and ends with the user')
    .with([
      [[], ['user: [The scene begins.]']],
      [['user: '], ['user: [The scene begins.]']],
      [['user: a', 'user: b'], ['user: a\n\nb']],
      [
        ['user: a', 'assistant:  ', 'user: b', 'assistant: c', 'assistant: d', 'user: e'],
        ['user: a\n\nb', 'assistant: c\n\nd', 'user: e'],
      ],
      [
        ['user: a', 'assistant: And then'],
        ['user: a', 'assistant: And then', 'user: [Go on exactly where you stopped.]'],
      ],
    ] as [string[], string[]][])
    .run(async ({ assert }, [said, sent]) => {
      const messages = said.map((text) => {
        const [role, content] = text.split(/: (.*)/s)
        return { role: role as 'user' | 'assistant', content: content! }
      })
      const body = await bodyOf({ messages })
      assert.deepEqual(
        body.messages.map(({ role, content }: { role: string; content: string }) => `${role}: ${content}`),
        sent
      )
    })

  test('sends pictures before the text of their turn, and marks the text for the cache', async ({ assert }) => {
    const shown = (content: string, data: string) =>
      ({ role: 'user', content, pictures: [{ type: 'image/jpeg', base64: data }] }) as const
    const image = (data: string) => ({ type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data } })
    const messages = [shown('Look!', 'YQ=='), shown('And this.', 'Yg==')]
    const { messages: sent } = await bodyOf({ messages })
    assert.deepEqual(sent, [
      { role: 'user', content: [image('YQ=='), image('Yg=='), { type: 'text', text: 'Look!\n\nAnd this.' }] },
    ])
    const { messages: marked } = await bodyOf({ messages, stableMessages: 2 })
    const text = { type: 'text', text: 'Look!\n\nAnd this.', cache_control: { type: 'ephemeral' } }
    assert.deepEqual(marked[0].content.at(-1), text)
  })

  test('omits an empty system text and blank stop sequences', async ({ assert }) => {
    const body = await bodyOf({ system: '', stop: ['\n', ' '] })
    assert.notProperty(body, 'system')
    assert.notProperty(body, 'stop_sequences')
    assert.equal(body.max_tokens, 512)
  })

  test('sends a temperature of at most 1, only to models that accept one')
    .with([
      ['claude-3-5-haiku-20241022', 1],
      ['claude-sonnet-4-20250514', 1],
      ['claude-opus-4-1', 1],
      ['claude-sonnet-4-5-20250929', 1],
      ['claude-haiku-4-5', 1],
      ['claude-opus-4-6', 1],
      ['claude-opus-4-7', undefined],
      ['claude-opus-4-8', undefined],
      ['claude-sonnet-5', undefined],
      ['claude-of-the-future', undefined],
    ] as [string, number | undefined][])
    .run(async ({ assert }, [model, temperature]) => {
      const changes = { model, sampling: { temperature: 1.4 } }
      assert.equal((await bodyOf(changes)).temperature, temperature)
      assert.equal(saidBy(changes).temperature, temperature)
    })

  test('sends newer models a top_p instead of a temperature, because they refuse both')
    .with([
      ['claude-sonnet-4-20250514', { topP: 0.9, topK: 40 }, { temperature: 0.8, top_p: 0.9, top_k: 40 }],
      ['claude-sonnet-4-5', { topP: 0.9, topK: 40 }, { top_p: 0.9, top_k: 40 }],
      ['claude-sonnet-4-5', { topP: 1, topK: 0, minP: 0.1 }, { temperature: 0.8 }],
      ['claude-opus-4-7', { topP: 0.9, topK: 40 }, {}],
    ] as [string, object, object][])
    .run(async ({ assert }, [model, sampling, sent]) => {
      const changes = { model, sampling: { temperature: 0.8, ...sampling } }
      assert.deepEqual(saidBy(changes), sent)
      const body = await bodyOf(changes)
      const { temperature, top_p, top_k } = body
      assert.deepEqual(JSON.parse(JSON.stringify({ temperature, top_p, top_k })), sent)
    })

  test('lets models think on top of the reply, without sampling')
    .with([
      ['claude-sonnet-4-5', { tokensMax: 2_000 }, 2_512, { thinking: { type: 'enabled', budget_tokens: 2_000 } }],
      ['claude-3-7-sonnet-20250219', { tokensMax: 5 }, 1_536, { thinking: { type: 'enabled', budget_tokens: 1_024 } }],
      [
        'claude-opus-4-7',
        { effort: 'low' },
        1_536,
        { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } },
      ],
      ['claude-3-5-haiku-20241022', { effort: 'low' }, 512, { temperature: 0.8 }],
    ] as [string, Reasoning, number, object][])
    .run(async ({ assert }, [model, reasoning, limit, sent]) => {
      const { max_tokens, thinking, output_config, temperature } = await bodyOf({ model, reasoning })
      assert.equal(max_tokens, limit)
      assert.deepEqual(JSON.parse(JSON.stringify({ thinking, output_config, temperature })), sent)
      assert.equal(saidBy({ model, reasoning }).temperature, temperature)
    })

  test('lets a model go on with its last message, if it can', async ({ assert }) => {
    const messages = [
      { role: 'user' as const, content: 'Hello.' },
      { role: 'assistant' as const, content: 'The sea is ' },
    ]
    const { provider } = answering(whole)
    const prefilled = [messages[0], { role: 'assistant', content: 'The sea is' }]
    for (const model of [
      'claude-3-5-haiku-20241022',
      'claude-sonnet-4-20250514',
      'claude-opus-4-1',
      'claude-sonnet-4-5',
    ]) {
      assert.isTrue(provider.prefills!(model))
      assert.deepEqual((await bodyOf({ model, messages })).messages, prefilled)
    }
    for (const model of ['claude-opus-4-6', 'claude-sonnet-4-6', 'claude-of-the-future']) {
      assert.isFalse(provider.prefills!(model))
      assert.equal((await bodyOf({ model, messages })).messages.at(-1).role, 'user')
    }
    const thinking = await bodyOf({ model: 'claude-sonnet-4-5', messages, reasoning: {} })
    assert.equal(thinking.messages.at(-1).role, 'user')
  })

  test('marks the system text and the last stable message for the cache', async ({ assert }) => {
    const messages = [
      { role: 'assistant' as const, content: 'Welcome.' },
      { role: 'user' as const, content: 'Hello.' },
      { role: 'user' as const, content: 'Are you there?' },
      { role: 'assistant' as const, content: 'Yes.' },
      { role: 'user' as const, content: 'Good.' },
    ]
    const marked = (text: string) => [{ type: 'text', text, cache_control: { type: 'ephemeral' } }]
    const stable = async (stableMessages: number) => {
      const { system, messages: sent } = await bodyOf({ system: 'Be kind.', messages, stableMessages })
      assert.deepEqual(system, marked('Be kind.'))
      return sent.flatMap(({ content }: { content: unknown }) => (Array.isArray(content) ? content : []))
    }
    assert.deepEqual(await stable(4), marked('Yes.'))
    assert.deepEqual(await stable(3), marked('Hello.\n\nAre you there?'))
    // The second message isn't marked, because it is joined with the third, which isn't stable.
    assert.deepEqual(await stable(2), marked('Welcome.'))
    assert.deepEqual(await stable(0), [])
  })

  test('accepts a base URL with and without /v1')
    .with(['https://gate.test', 'https://gate.test/', 'https://gate.test/v1', 'https://gate.test/v1/'])
    .run(async ({ assert }, baseUrl) => {
      const { calls, provider } = answering(whole, { baseUrl })
      await collect(provider)
      assert.equal(calls[0]!.url, 'https://gate.test/v1/messages')
    })

  test('refuses a base URL that is not http(s)', ({ assert }) => {
    try {
      anthropic({ baseUrl: 'api.anthropic.com', apiKey: 'key' })
      assert.fail('it was taken')
    } catch (error) {
      assert.equal((error as ProviderError).code, 'misconfigured')
    }
  })
})

test.group('model-anthropic | stream', () => {
  test('counts cached tokens as input', async ({ assert }) => {
    const { parts } = await collect(
      answering(framing.opening + framing.finish('stop', { inputTokens: 11, outputTokens: 7 })).provider
    )
    assert.deepEqual(parts, [
      { type: 'finish', reason: 'stop', usage: { inputTokens: 11, outputTokens: 7, cachedTokens: 2 } },
    ])
  })

  test('prefers the input tokens of the last usage', async ({ assert }) => {
    const end = event({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { input_tokens: 20, cache_read_input_tokens: 3, output_tokens: 9 },
    })
    const { parts } = await collect(answering(framing.opening + end).provider)
    assert.deepEqual(parts, [
      { type: 'finish', reason: 'stop', usage: { inputTokens: 23, outputTokens: 9, cachedTokens: 3 } },
    ])
  })

  test('reports the finish reason')
    .with([
      ['end_turn', 'stop'],
      ['stop_sequence', 'stop'],
      ['max_tokens', 'length'],
      ['model_context_window_exceeded', 'length'],
      ['refusal', 'refusal'],
      ['pause_turn', 'length'],
      ['something_new', 'unknown'],
    ])
    .run(async ({ assert }, [stopReason, reason]) => {
      const end = event({ type: 'message_delta', delta: { stop_reason: stopReason } }) + framing.terminator
      const { parts, error } = await collect(answering(framing.opening + framing.text('Hm.') + end).provider)
      assert.isNull(error)
      assert.deepEqual(parts, [
        { type: 'text', text: 'Hm.' },
        { type: 'finish', reason, usage: null },
      ])
    })

  test('finishes with a refusal and no text when the model declines at once', async ({ assert }) => {
    const refusal =
      event({ type: 'message_start', message: { usage: { input_tokens: 18, output_tokens: 1 } } }) +
      event({ type: 'ping' }) +
      event({
        type: 'message_delta',
        delta: { stop_reason: 'refusal', stop_details: { type: 'refusal' } },
        usage: { output_tokens: 5 },
      }) +
      framing.terminator
    const { parts } = await collect(answering(refusal).provider)
    assert.deepEqual(parts, [{ type: 'finish', reason: 'refusal', usage: { inputTokens: 18, outputTokens: 5 } }])
  })

  test('yields the initial text of a block, and nothing of other blocks and unknown events', async ({ assert }) => {
    const block = (content: object) => event({ type: 'content_block_start', index: 0, content_block: content })
    const { parts } = await collect(
      answering(
        block({ type: 'thinking', thinking: 'hm' }) +
          block({ type: 'redacted_thinking', data: 'x' }) +
          event({ type: 'content_block_delta', delta: { type: 'something_delta', text: 'no' } }) +
          event({ type: 'something_new', text: 'no' }) +
          block({ type: 'text', text: 'Yes' }) +
          framing.text('.') +
          framing.finish('stop', null)
      ).provider
    )
    assert.deepEqual(parts[0], { type: 'text', text: 'Yes.' })
  })

  test('throws for every error event, after the text before it')
    .with([
      ['overloaded_error', 'Overloaded', 'unavailable'],
      ['api_error', 'Internal server error', 'unavailable'],
      ['rate_limit_error', 'Slow down', 'rate_limited'],
      ['authentication_error', 'invalid x-api-key', 'unauthorized'],
      ['permission_error', 'No', 'unauthorized'],
      ['not_found_error', 'model: claude-x', 'misconfigured'],
      ['billing_error', 'No', 'quota_exhausted'],
      ['timeout_error', 'No', 'timeout'],
      ['invalid_request_error', 'max_tokens: must be at least 1', 'bad_request'],
      ['invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum', 'context_too_long'],
      ['request_too_large', 'No', 'context_too_long'],
      ['something_new', 'No', 'unavailable'],
    ])
    .run(async ({ assert }, [type, message, code]) => {
      const { parts, error } = await collect(
        answering(framing.opening + framing.text('Half') + event({ type: 'error', error: { type, message } })).provider
      )
      assert.deepEqual(parts, [{ type: 'text', text: 'Half' }])
      assert.equal((error as ProviderError).code, code)
    })

  test('classifies responses that are not a stream')
    .with([
      [529, 'overloaded_error', 'Overloaded', 'unavailable'],
      [400, 'invalid_request_error', 'Your credit balance is too low to access the API.', 'quota_exhausted'],
      [400, 'invalid_request_error', 'You have reached your specified API usage limits.', 'quota_exhausted'],
      [400, 'invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum', 'context_too_long'],
      [404, 'not_found_error', 'model: claude-x', 'misconfigured'],
      [413, 'request_too_large', 'Request exceeds the maximum size', 'context_too_long'],
      [200, 'overloaded_error', 'Overloaded', 'unavailable'],
    ] as [number, string, string, string][])
    .run(async ({ assert }, [status, type, message, code]) => {
      const body = JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' })
      const { error } = await collect(answering(body, { status, contentType: 'application/json' }).provider)
      assert.instanceOf(error, ProviderError)
      assert.equal((error as ProviderError).code, code)
      assert.notInclude((error as ProviderError).message, message)
    })

  test('keeps the Retry-After of a 429', async ({ assert }) => {
    const { error } = await collect(
      answering('{}', { status: 429, contentType: 'application/json', headers: { 'retry-after': '12' } }).provider
    )
    assert.equal((error as ProviderError).retryAfterMs, 12_000)
  })

  test('finishes with only a message_stop, and with only a stop reason', async ({ assert }) => {
    for (const end of [framing.terminator, framing.finish('stop', null)]) {
      const { parts, error } = await collect(answering(framing.opening + framing.text('Hi.') + end).provider)
      assert.isNull(error)
      assert.deepEqual(parts.at(-1), { type: 'finish', reason: 'stop', usage: null })
    }
  })
})

test.group('model-anthropic | whole stream', () => {
  const bytes = readFileSync(new URL('anthropic.sse', streamsFolder))
  const lines = bytes.toString().split('\n')
  // The expected text is read without the plugin's own code.
  const text = lines
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)).delta?.text ?? '')
    .join('')

  test('yields exactly the text deltas, and the last usage', async ({ assert }) => {
    const { parts, error } = await collect(answering([...bytes].map((byte) => Uint8Array.of(byte))).provider)
    assert.isNull(error)
    assert.equal(parts.map((part) => (part.type === 'text' ? part.text : '')).join(''), text)
    assert.match(text, /^Good evening! .+\?$/)
    assert.deepEqual(parts.at(-1), {
      type: 'finish',
      reason: 'stop',
      usage: { inputTokens: 12, outputTokens: 30, cachedTokens: 0 },
    })
  })

  test('gives the same text when split in two, wherever it is', async ({ assert }) => {
    // The conformance tests cut a shorter text at every byte.
    for (let cut = 1; cut < bytes.length; cut += 7) {
      const { parts, error } = await collect(answering([bytes.subarray(0, cut), bytes.subarray(cut)]).provider)
      assert.isNull(error, `cut at ${cut}`)
      assert.equal(parts.map((part) => (part.type === 'text' ? part.text : '')).join(''), text, `cut at ${cut}`)
    }
  })

  test('gives the text so far when cut short anywhere, and cut_off before the stop reason', async ({ assert }) => {
    const stopEnd = bytes.indexOf('\n\n', bytes.indexOf('"stop_reason":"end_turn"'))
    for (let end = 0; end <= bytes.length; end += 7) {
      const { parts, error } = await collect(answering([bytes.subarray(0, end)]).provider)
      const given = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
      assert.isTrue(text.startsWith(given), `ended at ${end}`)
      if (end >= stopEnd) assert.isNull(error, `ended at ${end}`)
      else assert.equal((error as ProviderError | null)?.code, 'cut_off', `ended at ${end}`)
    }
  })

  test('reads an answer that was not streamed', async ({ assert }) => {
    const message = {
      type: 'message',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'Yes.' },
      ],
      stop_reason: 'end_turn',
      usage: { input_tokens: 4, output_tokens: 2 },
    }
    for (const text of [JSON.stringify(message), JSON.stringify(message, null, 2)]) {
      const { parts } = await collect(answering(text).provider)
      assert.deepEqual(parts, [
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'Yes.' },
        { type: 'finish', reason: 'stop', usage: { inputTokens: 4, outputTokens: 2 } },
      ])
    }
  })

  test('repeats the call without fields that an endpoint refuses, and remembers them', async ({ assert }) => {
    const sent: Record<string, unknown>[] = []
    const provider = anthropic(
      { baseUrl: 'https://gateway.test', apiKey: 'key' },
      {
        transport: async ({ body: json }) => {
          const asked = JSON.parse(json!)
          sent.push(asked)
          const isRefused = 'temperature' in asked
          const error = { type: 'invalid_request_error', message: '`temperature` is deprecated for this model.' }
          const text = isRefused ? JSON.stringify({ type: 'error', error }) : framing.opening + framing.terminator
          const body = (async function* () {
            yield Buffer.from(text)
          })()
          return { status: isRefused ? 400 : 200, headers: {}, body }
        },
      }
    )
    for (let replies = 0; replies < 2; replies++)
      assert.isNull((await collect(provider, { request: kitRequest({ model: 'claude-3-opus' }) })).error)
    assert.lengthOf(sent, 3)
    assert.equal(provider.adaptations!.of('claude-3-opus')[0]!.says, 'it refuses temperature')
  })
})
