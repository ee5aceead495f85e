import { mock } from 'node:test'
import { test } from '@japa/runner'
import { ProviderError } from '../../contract/errors.ts'
import { collect, kitRequest } from '../../kits/model_kit.ts'
import type { TransportRequest } from '../../contract/transport.ts'
import { openAiCompatible, type ModelParameters } from '../index.ts'
import { defaultsFor } from '../src/parameters.ts'
import { messagesOf } from '../src/request.ts'
import { framing } from './framing.ts'

const whole = framing.opening + framing.text('Hi.') + framing.finish('stop', null) + framing.terminator

/** Creates a provider whose calls are recorded and answered with `text`. */
function answering(
  text: string,
  {
    baseUrl = 'https://api.test/v1',
    apiKey = 'key' as string | null,
    status = 200,
    contentType = 'text/event-stream',
  } = {}
) {
  const calls: TransportRequest[] = []
  const provider = openAiCompatible(
    { baseUrl, apiKey },
    {
      transport: async (request) => {
        calls.push(request)
        const body = (async function* () {
          yield Buffer.from(text)
        })()
        return { status, headers: { 'content-type': contentType }, body }
      },
    }
  )
  return { calls, provider }
}

test.group('model-openai-compatible | request', () => {
  test('sends the system text first, then the messages, and asks for a stream with usage', async ({ assert }) => {
    const { calls, provider } = answering(whole)
    const request = kitRequest({ stop: ['\nRobin:'] })
    await collect(provider, { request })
    assert.deepEqual(JSON.parse(calls[0]!.body!), {
      model: 'kit-model',
      messages: [
        { role: 'system', content: request.system },
        { role: 'user', content: '[The scene begins.]' },
        ...request.messages,
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 512,
      temperature: 0.8,
      stop: ['\nRobin:'],
    })
    assert.equal(calls[0]!.headers['authorization'], 'Bearer key')
  })

  test('sends pictures as data, with those of joined messages', async ({ assert }) => {
    const { calls, provider } = answering(whole)
    const shown = (content: string, base64: string) =>
      ({ role: 'user', content, pictures: [{ type: 'image/jpeg', base64 }] }) as const
    await collect(provider, { request: kitRequest({ system: '', messages: [shown('Look!', 'YQ==')] }) })
    assert.deepEqual(JSON.parse(calls[0]!.body!).messages, [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look!' },
          { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,YQ==' } },
        ],
      },
    ])
    const alternating = messagesOf(
      { system: '', messages: [shown('Look!', 'YQ=='), shown('And this.', 'Yg==')] },
      { ...defaultsFor('https://api.test/v1'), alternates: true }
    )
    assert.deepEqual(
      alternating.map(({ content, pictures }) => [content, pictures?.map(({ base64 }) => base64)]),
      [['Look!\n\nAnd this.', ['YQ==', 'Yg==']]]
    )
  })

  test('omits an empty system text, an empty stop list and a null key', async ({ assert }) => {
    const { calls, provider } = answering(whole, { apiKey: null })
    await collect(provider, { request: kitRequest({ system: '' }) })
    const body = JSON.parse(calls[0]!.body!)
    assert.deepEqual(
      body.messages.map((message: { role: string }) => message.role),
      ['user', 'assistant', 'user']
    )
    assert.notProperty(body, 'stop')
    assert.notProperty(calls[0]!.headers, 'authorization')
  })

  test('accepts a base URL with and without a trailing slash, and keeps its query')
    .with([
      ['https://api.test/v1', 'https://api.test/v1/chat/completions'],
      ['https://api.test/v1/', 'https://api.test/v1/chat/completions'],
      ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/chat/completions'],
      ['https://api.test/openai/?api-version=1', 'https://api.test/openai/chat/completions?api-version=1'],
    ])
    .run(async ({ assert }, [baseUrl, url]) => {
      const { calls, provider } = answering(whole, { baseUrl })
      await collect(provider)
      assert.equal(calls[0]!.url, url)
    })

  test('refuses a base URL that is not http(s)')
    .with(['', 'api.test/v1', 'ftp://api.test', 'file:///etc/passwd'])
    .run(({ assert }, baseUrl) => {
      try {
        openAiCompatible({ baseUrl, apiKey: null })
        assert.fail('it was taken')
      } catch (error) {
        assert.equal((error as ProviderError).code, 'misconfigured')
      }
    })
})

interface Refusal {
  vendor: string
  status: number
  body: string
  /** Whether the server refuses this request. */
  refuses: (sent: Record<string, unknown>) => boolean
}

/** Creates an error body of OpenAI. All error bodies below are modeled on reported bodies of the servers. */
const openAi = (param: string, message: string) =>
  JSON.stringify({ error: { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' } })
const refusals: Refusal[] = [
  {
    vendor: 'OpenAI, max_tokens of a reasoning model',
    status: 400,
    body: openAi(
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    ),
    refuses: (sent) => 'max_tokens' in sent,
  },
  {
    vendor: 'a gateway without param, max_tokens',
    status: 400,
    body: `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."}}`,
    refuses: (sent) => 'max_tokens' in sent,
  },
  {
    vendor: 'OpenAI, temperature of a reasoning model',
    status: 400,
    body: openAi(
      'temperature',
      "Unsupported value: 'temperature' does not support 0.8 with this model. Only the default (1) value is supported."
    ),
    refuses: (sent) => 'temperature' in sent,
  },
  {
    vendor: 'OpenAI, stop of a reasoning model',
    status: 400,
    body: openAi('stop', "Unsupported parameter: 'stop' is not supported with this model."),
    refuses: (sent) => 'stop' in sent,
  },
  {
    vendor: 'Mistral and vLLM, stream_options',
    status: 422,
    body: '{"object":"Error","message":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted","input":{"include_usage":true}}]}',
    refuses: (sent) => 'stream_options' in sent,
  },
  {
    vendor: 'Azure, stream_options',
    status: 400,
    body: '{"error":{"message":"Unrecognized request argument supplied: stream_options","type":"invalid_request_error","param":null,"code":null}}',
    refuses: (sent) => 'stream_options' in sent,
  },
]

/** Refusals in servers' own words, of a request with all of these. */
const wordings: Refusal[] = [
  ...(
    [
      [
        'xAI, in camel case',
        400,
        '{"code":"Client specified an invalid argument","error":"Model grok-4 does not support parameter presencePenalty."}',
        'presence_penalty',
      ],
      ['xAI, another', 400, '{"error":"Argument not supported on this model: frequencyPenalty"}', 'frequency_penalty'],
      ['xAI, stop', 400, '{"error":"Argument not supported on this model: stop"}', 'stop'],
      [
        'Groq',
        400,
        '{"error":{"message":"property \'top_k\' is unsupported","type":"invalid_request_error"}}',
        'top_k',
      ],
      [
        'Moonshot, a fixed temperature',
        400,
        '{"error":{"message":"invalid temperature: only 1 is allowed for this model","type":"invalid_request_error"}}',
        'temperature',
      ],
      ['a scale of its own', 400, '{"error":{"message":"temperature must be at most 1"}}', 'temperature'],
      ['Cohere', 422, '{"message":"unknown field: parameter \'min_p\' is not a valid field"}', 'min_p'],
      [
        'Gemini',
        400,
        '[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \\"minP\\": Cannot find field.","status":"INVALID_ARGUMENT"}}]',
        'min_p',
      ],
      [
        'Gemini, penalties',
        400,
        '[{"error":{"code":400,"message":"Penalty is not enabled for this model: frequencyPenalty","status":"INVALID_ARGUMENT"}}]',
        'frequency_penalty',
      ],
      [
        'Mistral',
        422,
        '{"detail":[{"type":"extra_forbidden","loc":["body","repetition_penalty"],"msg":"Extra inputs are not permitted","input":1.1}]}',
        'repetition_penalty',
      ],
      ['llama.cpp’s name', 400, '{"error":"Unrecognized field: repeat_penalty"}', 'repetition_penalty'],
      [
        'Bedrock, both',
        400,
        '{"message":"temperature and top_p cannot both be specified for this model. Please use only one."}',
        'top_p',
      ],
      ['a plain text', 400, 'Bad request: unexpected keyword argument stream_options', 'stream_options'],
      ['under 500', 500, '{"error":{"message":"got an unexpected keyword argument \'min_p\'"}}', 'min_p'],
      ['stop sequences', 400, '{"error":{"message":"Stop sequences are not supported by this model"}}', 'stop'],
      ['all penalties', 400, '{"error":{"message":"This model does not support penalties"}}', 'presence_penalty'],
      ['seed', 400, '{"error":{"message":"The seed parameter is not available"}}', 'seed'],
      [
        'no streams',
        400,
        '{"error":{"message":"Unsupported value: \'stream\' does not support true with this model.","param":"stream"}}',
        'stream_options',
      ],
    ] as const
  ).map(([vendor, status, body, field]) => ({
    vendor,
    status,
    body,
    refuses: (sent: Record<string, unknown>) => field in sent,
  })),
  ...(
    [
      ['OpenAI’s o1-mini', 400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."],
      ['Gemma in vLLM', 400, 'System role not supported'],
      ['Gemma in llama.cpp', 500, 'Jinja Exception: System role not supported'],
      ['Gemma behind Google', 400, 'Developer instruction is not enabled for models/gemma-3-27b-it'],
      ['Gemma, roles', 400, 'Only user and assistant roles are supported!'],
      ['Phi', 400, "Only 'user' and 'assistant' roles are allowed"],
      ['Anthropic behind a gateway', 400, 'messages: Unexpected role "system".'],
    ] as const
  ).map(([vendor, status, message]) => ({
    vendor: `the system role, ${vendor}`,
    status,
    body: JSON.stringify({ error: { message } }),
    refuses: ({ messages }: any) => messages.some(({ role }: { role: string }) => role === 'system'),
  })),
  ...(
    [
      ['Mistral’s template', 400, 'Conversation roles must alternate user/assistant/user/assistant/...'],
      ['LM Studio', 400, 'Error rendering prompt with jinja template: Conversation roles must alternate'],
      ['Perplexity', 400, 'After the (optional) system message(s), user and assistant roles should be alternating.'],
      ['Bedrock', 400, 'A conversation must alternate between user and assistant roles.'],
    ] as const
  ).map(([vendor, status, message]) => ({
    vendor: `roles in a row, ${vendor}`,
    status,
    body: JSON.stringify({ error: { message } }),
    refuses: ({ messages }: any) =>
      messages.some(({ role }: { role: string }, at: number) => role === messages[at - 1]?.role),
  })),
]

const lively = { temperature: 1.1, topP: 0.9, minP: 0.05, topK: 40, repetitionPenalty: 1.1, seed: 7 }

/** Creates a provider for a server that checks these refusals in order and answers any other request. */
function refusing(list: readonly Refusal[], parameters?: Partial<ModelParameters>) {
  const sent: Record<string, unknown>[] = []
  const provider = openAiCompatible(
    { baseUrl: 'https://api.test/v1', apiKey: null, parameters },
    {
      transport: async ({ body: json }) => {
        const asked = JSON.parse(json!)
        sent.push(asked)
        const refusal = list.find(({ refuses }) => refuses(asked))
        const body = (async function* () {
          yield Buffer.from(refusal?.body ?? whole)
        })()
        return { status: refusal?.status ?? 200, headers: { 'content-type': 'text/event-stream' }, body }
      },
    }
  )
  return { sent, provider }
}

test.group('model-openai-compatible | parameters', () => {
  const request = kitRequest({ stop: ['\nRobin:'] })

  for (const refusal of refusals) {
    test(`repeats the call without the refused parameter and remembers it: ${refusal.vendor}`, async ({ assert }) => {
      const { sent, provider } = refusing([refusal])
      assert.isNull((await collect(provider, { request })).error)
      assert.lengthOf(sent, 2)
      assert.isNull((await collect(provider, { request })).error)
      assert.lengthOf(sent, 3)
      assert.deepEqual(sent[2], sent[1])
      await collect(provider, { request: { ...request, model: 'another' } })
      assert.deepEqual(sent[3], { ...sent[0], model: 'another' })
    })
  }

  for (const refusal of wordings)
    test(`adapts to a refusal in the server's own words: ${refusal.vendor}`, async ({ assert }) => {
      const { sent, provider } = refusing([refusal])
      const messages = [...kitRequest().messages, { role: 'user', content: 'Are you there?' }] as const
      const asked = { ...request, messages, sampling: { ...lively, presencePenalty: 0.1, frequencyPenalty: 0.1 } }
      assert.isNull((await collect(provider, { request: asked })).error)
      assert.isAtMost(sent.length, 3)
      await collect(provider, { request: asked })
      assert.deepEqual(sent.at(-1), sent.at(-2), 'it is remembered')
      assert.deepEqual(provider.conversation!(asked).messages, sent.at(-1)!['messages'])
      for (const { content } of messages)
        assert.include(JSON.stringify(sent.at(-1)), JSON.stringify(content).slice(1, -1))
      assert.include(JSON.stringify(sent.at(-1)), request.system)
      assert.lengthOf(provider.adaptations!.of('kit-model'), 1)
    })

  test('tells what it has adapted to, once a model', async ({ assert }) => {
    const { provider } = refusing(refusals)
    const told: unknown[] = []
    provider.adaptations!.onNew((adaptation) => told.push(adaptation))
    for (let replies = 0; replies < 2; replies++) await collect(provider, { request })
    const says = 'it refuses temperature, stop, stream_options; its limit is max_completion_tokens'
    assert.deepEqual(told, [{ model: 'kit-model', topic: 'parameters', says }])
  })

  test('sends open models all sampling parameters, and OpenAI only its own', async ({ assert }) => {
    const sampled = async (baseUrl: string) => {
      const bodies: Record<string, unknown>[] = []
      const provider = openAiCompatible(
        { baseUrl, apiKey: null },
        {
          transport: async ({ body }) => {
            bodies.push(JSON.parse(body!))
            throw new ProviderError('unavailable', 'Not now.')
          },
        }
      )
      await collect(provider, { request: { ...request, sampling: lively } })
      const {
        model: _,
        messages: __,
        stream: ___,
        stream_options: ____,
        max_tokens: _____,
        stop: ______,
        ...rest
      } = bodies[0]!
      return { rest, takes: provider.takes('m') }
    }
    const ours = { temperature: 1.1, top_p: 0.9, seed: 7 }
    const local = await sampled('http://box:8080/v1')
    assert.deepEqual(local.rest, { ...ours, min_p: 0.05, top_k: 40, repetition_penalty: 1.1, repeat_penalty: 1.1 })
    assert.lengthOf(local.takes, 8)
    const openAi = await sampled('https://api.openai.com/v1')
    assert.deepEqual(openAi.rest, ours)
    assert.notIncludeMembers([...openAi.takes], ['minP', 'topK', 'repetitionPenalty'])
  })

  test('sends an effort, or OpenRouter a limit, and neither after a refusal', async ({ assert }) => {
    const reasoning = { effort: 'low', tokensMax: 1_000 } as const
    const asked = { ...request, reasoning }
    const { sent, provider } = refusing([
      {
        vendor: 'OpenAI, a model that does not reason',
        status: 400,
        body: openAi('reasoning_effort', 'Unrecognized request argument supplied: reasoning_effort'),
        refuses: (body) => 'reasoning_effort' in body && body['model'] === 'gpt-4o',
      },
    ])
    await collect(provider, { request: asked })
    await collect(provider, { request: { ...asked, model: 'gpt-4o' } })
    assert.deepInclude(sent[0], { reasoning_effort: 'low', max_tokens: 1_512 })
    assert.notProperty(sent.at(-1), 'reasoning_effort')
    const router = refusing([], { reasoning: 'reasoning' })
    await collect(router.provider, { request: asked })
    assert.deepInclude(router.sent[0], { reasoning: { max_tokens: 1_000 } })
  })

  test('leaves out all sampling parameters that one error names, and no longer takes them', async ({ assert }) => {
    const { sent, provider } = refusing([
      {
        vendor: 'OpenAI behind a gateway',
        status: 400,
        body: '{"error":{"message":"Unrecognized request arguments supplied: min_p, top_k","param":null}}',
        refuses: (asked) => 'min_p' in asked || 'top_k' in asked,
      },
    ])
    assert.isNull((await collect(provider, { request: { ...request, sampling: lively } })).error)
    assert.lengthOf(sent, 2)
    assert.notIncludeMembers([...provider.takes('kit-model')], ['minP', 'topK'])
    assert.includeMembers([...provider.takes('another')], ['minP', 'topK'])
  })

  test('changes one parameter at a time when several are refused', async ({ assert }) => {
    const { sent, provider } = refusing(refusals)
    assert.isNull((await collect(provider, { request })).error)
    assert.lengthOf(sent, 5)
    assert.sameMembers(Object.keys(sent[4]!), ['model', 'messages', 'stream', 'max_completion_tokens'])
    assert.equal(sent[4]!['max_completion_tokens'], 512)
  })

  test('neither repeats nor remembers anything after other errors')
    .with([
      '{"error":{"message":"This model\'s maximum context length is 4096 tokens: reduce max_tokens or the messages."}}',
      '{"error":{"message":"Unsupported parameter: \'top_k\'"}}',
      '{"error":{"message":"temperature, max_tokens","param":"messages","code":"unsupported"}}',
    ])
    .run(async ({ assert }, body) => {
      const { sent, provider } = refusing([{ vendor: '', status: 400, body, refuses: () => true }])
      assert.instanceOf((await collect(provider, { request })).error, ProviderError)
      assert.lengthOf(sent, 1)
    })

  test('forgets a change that did not help, such as one caused by a quoted message', async ({ assert }) => {
    const body = `{"error":{"message":"Invalid message: 'is temperature not supported?'"}}`
    let isBroken = true
    const { sent, provider } = refusing([{ vendor: '', status: 400, body, refuses: () => isBroken }])
    assert.instanceOf((await collect(provider, { request })).error, ProviderError)
    assert.lengthOf(sent, 2)
    isBroken = false
    await collect(provider, { request })
    assert.deepEqual(sent[2], sent[0])
  })

  test('sends configured parameters from the first call on', async ({ assert }) => {
    const { sent, provider } = refusing([], {
      limit: 'max_completion_tokens',
      temperature: false,
      stop: false,
      streamUsage: false,
      openingCue: null,
    })
    await collect(provider, { request })
    assert.deepEqual(sent, [
      {
        model: 'kit-model',
        messages: [{ role: 'system', content: request.system }, ...request.messages],
        stream: true,
        max_completion_tokens: 512,
      },
    ])
  })

  test('sends a conversation that the user opens unchanged', async ({ assert }) => {
    const { sent, provider } = refusing([])
    await collect(provider, { request: kitRequest({ system: '', messages: [{ role: 'user', content: 'Hi.' }] }) })
    assert.deepEqual(sent[0]!['messages'], [{ role: 'user', content: 'Hi.' }])
  })
})

test.group('model-openai-compatible | stream', () => {
  test('finishes with a finish_reason and no [DONE]', async ({ assert }) => {
    const { parts, error } = await collect(answering(framing.text('Hi.') + framing.finish('stop', null)).provider)
    assert.isNull(error)
    assert.deepEqual(parts.at(-1), { type: 'finish', reason: 'stop', usage: null })
  })

  test('finishes with a [DONE] and no finish_reason', async ({ assert }) => {
    const { parts, error } = await collect(answering(framing.text('Hi.') + 'data: [DONE]\n\n').provider)
    assert.isNull(error)
    assert.deepEqual(parts.at(-1), { type: 'finish', reason: 'stop', usage: null })
  })

  test('finishes when the last event lacks its blank line', async ({ assert }) => {
    const { error } = await collect(answering((framing.text('Hi.') + framing.finish('stop', null)).trimEnd()).provider)
    assert.isNull(error)
  })

  test('finishes with filter for content_filter, also with a suffix')
    .with(['content_filter', 'content_filter: PROHIBITED_CONTENT'])
    .run(async ({ assert }, reason) => {
      const { parts } = await collect(
        answering(`data: {"choices":[{"delta":{},"finish_reason":"${reason}"}]}\n\n`).provider
      )
      assert.deepEqual(parts, [{ type: 'finish', reason: 'filter', usage: null }])
    })

  test('finishes with refusal when only [DONE] follows it', async ({ assert }) => {
    const { parts } = await collect(
      answering('data: {"choices":[{"delta":{"refusal":"I will not."}}]}\n\ndata: [DONE]\n\n').provider
    )
    assert.deepEqual(parts, [{ type: 'thinking' }, { type: 'finish', reason: 'refusal', usage: null }])
  })

  test('classifies the errors of vendors')
    .with([
      ['data: {"error":{"message":"slow down","code":429}}\n\n', 200, 'rate_limited'],
      ['data: {"error":{"message":"m","code":402}}\n\n', 200, 'quota_exhausted'],
      ['data: {"error":"overloaded"}\n\n', 200, 'unavailable'],
      ['data: {"object":"error","message":"m","code":400}\n\n', 200, 'bad_request'],
      [
        'data: {"choices":[{"delta":{"content":""},"finish_reason":"error","error":{"code":502,"message":"m"}}]}\n\n',
        200,
        'unavailable',
      ],
      ['data: {"choices":[{"delta":{},"finish_reason":"insufficient_system_resource"}]}\n\n', 200, 'unavailable'],
      ['{"error":{"message":"m","type":"invalid_api_key"}}', 200, 'unauthorized'],
      ['{"error":{"message":"m","code":"context_length_exceeded"}}', 400, 'context_too_long'],
      ['{"message":"This model\'s maximum context length is 4096 tokens.","object":"error"}', 400, 'context_too_long'],
      ['{"error":{"message":"m","code":"insufficient_quota"}}', 429, 'quota_exhausted'],
      ['{"error":{"message":"m","code":"content_filter"}}', 400, 'content_filtered'],
      ['data: {"choices":[{"delta":{"content":5}}]}\n\n', 200, 'invalid_response'],
      ['data: null\n\n', 200, 'invalid_response'],
      ['data: []\n\n', 200, 'invalid_response'],
      [': just a comment\n\n', 200, 'cut_off'],
      ['', 200, 'cut_off'],
    ] as const)
    .run(async ({ assert }, [text, status, code]) => {
      const { error } = await collect(answering(text, { status }).provider)
      assert.instanceOf(error, ProviderError)
      assert.equal((error as ProviderError).code, code)
    })

  test('yields the text parts of a content list as text, its thinking apart', async ({ assert }) => {
    const list =
      '{"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Yes."}]}}]}'
    const { parts } = await collect(answering(`data: ${list}\n\n` + framing.finish('stop', null)).provider)
    assert.deepEqual(parts.slice(0, 2), [
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'Yes.' },
    ])
  })

  test('counts the cached part of the input')
    .with([
      { details: { prompt_tokens_details: { cached_tokens: 8 } } },
      { details: { prompt_cache_hit_tokens: 8 } },
      { timings: { cache_n: 8, prompt_n: 3 } },
    ])
    .run(async ({ assert }, { details, timings }: { details?: object; timings?: object }) => {
      const usage = { prompt_tokens: 11, completion_tokens: 7, ...details }
      const end = framing.finish('stop', null) + `data: ${JSON.stringify({ choices: [], usage, timings })}\n\n`
      const { parts } = await collect(answering(end).provider)
      const counted = { inputTokens: 11, outputTokens: 7, cachedTokens: 8 }
      assert.deepEqual(parts, [{ type: 'finish', reason: 'stop', usage: counted }])
    })

  test('keeps reading when a server sends a finish_reason with every delta', async ({ assert, cleanup }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    cleanup(() => mock.timers.reset())
    const piece = (content: string) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: 'stop' }] })}\n\n`
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const provider = openAiCompatible(
      { baseUrl: 'https://api.test/v1', apiKey: null },
      {
        transport: async () => ({
          status: 200,
          headers: { 'content-type': 'text/event-stream' },
          body: (async function* () {
            yield Buffer.from(piece('One'))
            await gates[0]!.promise
            yield Buffer.from(piece(' two'))
            await gates[1]!.promise
            yield Buffer.from('data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2}}\n\n')
          })(),
        }),
      }
    )
    const reading = collect(provider)
    for (const gate of gates) {
      // The next read is pending after one turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
      mock.timers.tick(700)
      gate.resolve()
    }
    assert.deepEqual(await reading, {
      parts: [
        { type: 'text', text: 'One' },
        { type: 'text', text: ' two' },
        { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 2 } },
      ],
      error: null,
    })
  })

  test('joins the text of one read into one part', async ({ assert }) => {
    const { parts } = await collect(
      answering(framing.text('a') + framing.text('b') + framing.text('c') + framing.finish('stop', null)).provider
    )
    assert.deepEqual(parts[0], { type: 'text', text: 'abc' })
  })

  test('reads an answer that was not streamed, and no text twice', async ({ assert }) => {
    const whole = (message: object) => ({ choices: [{ index: 0, message, finish_reason: 'length' }] })
    const said = { role: 'assistant', content: 'Yes.', reasoning_content: 'hm' }
    for (const text of [
      JSON.stringify(whole(said)),
      JSON.stringify(whole(said), null, 2),
      `data: ${JSON.stringify(whole(said))}\n\ndata: [DONE]\n\n`,
    ]) {
      const { parts } = await collect(answering(text, { contentType: 'application/json' }).provider)
      assert.deepEqual(parts, [
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'Yes.' },
        { type: 'finish', reason: 'length', usage: null },
      ])
    }
    const streamed = framing.text('Yes.') + `data: ${JSON.stringify(whole({ content: 'Yes.' }))}\n\n`
    const { parts } = await collect(answering(streamed).provider)
    assert.deepEqual(parts[0], { type: 'text', text: 'Yes.' })
    assert.lengthOf(parts, 2)
  })
})
