import { test } from '@japa/runner'
import { AdjustableTimers } from '../adjustable_timers.ts'
import { CircuitBreakers, failuresMax, openMs } from '../circuit_breakers.ts'
import { ProviderError, type ProviderErrorCode } from '../errors.ts'
import { fallbackChain, type FallbackChainDeps, type FallbackChainOptions } from '../fallback_chain.ts'
import type { ModelProvider, ModelRequest, ModelWriter, ReplyPart } from '../model.ts'
import { ThinkingRooms } from '../thinking_rooms.ts'
import { collect, kitRequest, registerModelKit, type UpstreamFraming } from '../../kits/model_kit.ts'
import { within } from '../../kits/checks.ts'
import { conversationIn, naive } from '../../kits/tests/broken/naive.ts'

const text = (text: string): ReplyPart => ({ type: 'text', text })
const finish: ReplyPart = { type: 'finish', reason: 'stop', usage: null }
const thinking: ReplyPart = { type: 'thinking' }
const fails = (code: ProviderErrorCode, retryAfterMs?: number) =>
  new ProviderError(code, code, retryAfterMs === undefined ? {} : { retryAfterMs })

type Action = ReplyPart | Error | 'silence'

/** Creates a provider that performs one list of actions per call. The last list repeats. */
function playing(...calls: Action[][]) {
  const requests: ModelRequest[] = []
  const signals: AbortSignal[] = []
  const provider: ModelProvider = {
    takes: () => ['temperature'],
    async *streamReply(request, signal) {
      const acts = calls[Math.min(requests.length, calls.length - 1)]!
      requests.push(request)
      signals.push(signal)
      for (const act of acts) {
        if (act === 'silence') {
          await new Promise<void>((resolve) => {
            if (signal.aborted) resolve()
            else signal.addEventListener('abort', () => resolve(), { once: true })
          })
          return
        }
        if (act instanceof Error) throw act
        yield act
      }
    },
  }
  return { provider, requests, signals }
}

type Sleep = (ms: number, signal: AbortSignal | undefined, timers: AdjustableTimers) => Promise<void>

const sleeping = (sleep: Sleep) =>
  new (class extends AdjustableTimers {
    override sleep(ms: number, signal?: AbortSignal) {
      return sleep(ms, signal, this)
    }
  })()

/** Creates a chain of these providers, named a, b and c. Its clock advances by each pause and by the time limit of each silent link. */
function chained(
  links: ReturnType<typeof playing>[],
  options: Partial<FallbackChainOptions> = {},
  deps: FallbackChainDeps = {}
) {
  const waits: number[] = []
  const failedAttempts: string[] = []
  const provider = fallbackChain(
    {
      links: links.map((link, i) => ({ name: 'abc'[i]!, model: `model-${'abc'[i]}`, provider: link.provider })),
      firstTextTimeoutMs: 60_000,
      ...options,
    },
    {
      random: () => 1,
      timers: sleeping(async (ms, signal, timers) => {
        // A provider that answers does so within one turn of the event loop.
        await new Promise((resolve) => setImmediate(resolve))
        if (signal!.aborted) return
        waits.push(ms)
        await timers.advance(ms)
      }),
      ...deps,
    }
  )
  provider.onFailedAttempt(({ link, attempt, error }) => failedAttempts.push(`${link.name}${attempt} ${error.code}`))
  return { provider, waits, failedAttempts }
}

/** The wire format of the fictional vendor of `naive`. */
const line = (value: unknown): string => JSON.stringify(value) + '\n'
const framing: UpstreamFraming = {
  contentType: 'application/x-lines',
  conversation: conversationIn,
  opening: line({ hello: 1 }),
  text: (t) => line({ t }),
  reasoning: (thought) => line({ thought }),
  finish: (done, usage) => line({ done, usage: usage ?? undefined }),
  terminator: '',
  filtered: line({ done: 'filter' }),
  refused: () => line({ done: 'refusal' }),
  errorUnder200: (error) => line({ error }),
  errorBody: (error) => JSON.stringify({ error }),
  garbage: '{"t": \n',
}

for (const [name, before] of [
  ['alone', []],
  ['behind one that is away', [{ name: 'away', model: 'm', provider: playing([fails('unauthorized')]).provider }]],
] as const) {
  test.group(`contract | fallback chain with a provider ${name}`, () => {
    registerModelKit({
      name: 'chain',
      test: (title, fn) => test(title, () => fn()),
      createProvider: (deps) =>
        fallbackChain({
          links: [...before, { name: 'naive', model: 'kit-model', provider: naive()(deps) }],
          firstTextTimeoutMs: 60_000,
          attemptsMax: 1,
        }),
      upstream: framing,
    })
  })
}

test.group('contract | fallback chain', () => {
  test('takes the sampling parameters of its first link', ({ assert }) => {
    const takingSeeds = {
      ...playing([finish]),
      provider: { ...playing([finish]).provider, takes: () => ['seed'] as const },
    }
    assert.deepEqual(chained([playing([finish]), takingSeeds]).provider.takes('any'), ['temperature'])
    assert.deepEqual(chained([takingSeeds, playing([finish])]).provider.takes('any'), ['seed'])
    const sampling = { temperature: 0.8, seed: 7 }
    assert.deepEqual(chained([takingSeeds]).provider.sends!({ model: 'any', sampling }), { seed: 7 })
  })

  test('prefills if all its links do', ({ assert }) => {
    const plain = playing([finish])
    const prefilling = {
      ...playing([finish]),
      provider: { ...playing([finish]).provider, prefills: (model: string) => model !== 'any' },
    }
    assert.isTrue(chained([prefilling, prefilling]).provider.prefills!('any'))
    assert.isFalse(chained([prefilling, plain]).provider.prefills!('any'))
    assert.isFalse(chained([plain, prefilling]).provider.prefills!('any'))
  })

  test('calls only the first link, with its own model, while it writes', async ({ assert }) => {
    const [a, b] = [playing([text('Hi'), text('.'), finish]), playing([finish])]
    const { provider, failedAttempts } = chained([a, b])
    const { parts, error } = await collect(provider)
    assert.isNull(error)
    assert.deepEqual(parts, [text('Hi'), text('.'), finish])
    assert.deepEqual(
      a.requests.map(({ model }) => model),
      ['model-a']
    )
    assert.deepEqual({ ...a.requests[0], model: 'kit-model' }, kitRequest())
    assert.lengthOf(b.requests, 0)
    assert.deepEqual(failedAttempts, [])
  })

  test('tries the next link when one fails before its first text, and reports each attempt')
    .with([
      'unauthorized',
      'quota_exhausted',
      'misconfigured',
      'bad_request',
      'context_too_long',
      'invalid_response',
      'timeout',
    ])
    .run(async ({ assert }, code) => {
      const [a, b] = [playing([fails(code as ProviderErrorCode)]), playing([text('From b.'), finish])]
      const { provider, waits, failedAttempts } = chained([a, b])
      const { parts, error } = await collect(provider)
      assert.isNull(error)
      assert.deepEqual(parts, [text('From b.'), finish])
      assert.equal(b.requests[0]!.model, 'model-b')
      // A retry would not help with any of these errors.
      assert.deepEqual(failedAttempts, [`a1 ${code}`])
      assert.deepEqual(waits, [])
    })

  test('retries a link after a transient error and a pause, before the next link')
    .with(['unavailable', 'rate_limited', 'cut_off'])
    .run(async ({ assert }, code) => {
      const [a, b] = [playing([fails(code as ProviderErrorCode)]), playing([text('b'), finish])]
      const { provider, waits, failedAttempts } = chained([a, b], { attemptsMax: 3 })
      assert.isNull((await collect(provider)).error)
      assert.deepEqual(failedAttempts, [`a1 ${code}`, `a2 ${code}`, `a3 ${code}`])
      assert.deepEqual(waits, [300, 600])
    })

  test('stays with a link whose second attempt succeeds', async ({ assert }) => {
    const [a, b] = [playing([fails('unavailable')], [text('Here.'), finish]), playing([finish])]
    const { provider } = chained([a, b])
    assert.deepEqual((await collect(provider)).parts, [text('Here.'), finish])
    assert.lengthOf(a.requests, 2)
    assert.lengthOf(b.requests, 0)
  })

  test('pauses as long as Retry-After says', async ({ assert }) => {
    const { provider, waits } = chained([playing([fails('rate_limited', 2_000)], [text('a'), finish])])
    assert.isNull((await collect(provider)).error)
    assert.deepEqual(waits, [2_000])
  })

  test('skips a pause of more than a quarter of the remaining time', async ({ assert }) => {
    const [a, b] = [playing([fails('rate_limited', 20_000)]), playing([text('b'), finish])]
    const { provider, waits, failedAttempts } = chained([a, b])
    assert.isNull((await collect(provider)).error)
    assert.deepEqual(failedAttempts, ['a1 rate_limited'])
    assert.deepEqual(waits, [])
    const alone = chained([playing([fails('unavailable')])], { firstTextTimeoutMs: 500 })
    assert.equal(((await collect(alone.provider)).error as ProviderError).code, 'unavailable')
    assert.deepEqual(alone.waits, [])
  })

  test('cancels a link that is silent for its share of the time, and tries the next', async ({ assert }) => {
    const [a, b, c] = [playing(['silence']), playing(['silence']), playing([text('c'), finish])]
    const { provider, waits, failedAttempts } = chained([a, b, c])
    assert.deepEqual((await collect(provider)).parts, [text('c'), finish])
    assert.deepEqual(waits, [20_000, 20_000])
    assert.deepEqual(failedAttempts, ['a1 timeout', 'b1 timeout'])
    assert.isTrue(a.signals[0]!.aborted)
    assert.isTrue(b.signals[0]!.aborted)
    assert.isFalse(c.signals[0]!.aborted)
  })

  test('never cancels the last link: the caller decides how long to wait', async ({ assert }) => {
    const abort = new AbortController()
    const a = playing(['silence'])
    const { provider, waits } = chained([a])
    const reading = collect(provider, { signal: abort.signal })
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(waits, [])
    assert.strictEqual(a.signals[0], abort.signal)
    abort.abort()
    assert.deepEqual(await within(1000, 'the chain did not end', reading), { parts: [], error: null })
  })

  test('tells which model writes, once it writes', async ({ assert }) => {
    const chain = chained([playing([fails('unauthorized')]), playing([thinking, text('b'), finish])])
    const writers: ModelWriter[] = []
    const onModel = (writer: ModelWriter) => void writers.push(writer)
    const seen: string[][] = []
    for await (const part of chain.provider.streamReply(kitRequest(), new AbortController().signal, onModel))
      seen.push([part.type, ...writers.map(({ model }) => model)])
    assert.deepEqual(seen, [['thinking'], ['text', 'model-b'], ['finish', 'model-b']])
    assert.deepEqual(writers, [{ ...chain.provider.links[1]!, isFallback: true }])
  })

  test('never retries after the first text', async ({ assert }) => {
    const [a, b] = [playing([text('Half'), fails('unavailable')]), playing([text('b'), finish])]
    const { provider, failedAttempts } = chained([a, b])
    const { parts, error } = await collect(provider)
    assert.deepEqual(parts, [text('Half')])
    assert.equal((error as ProviderError).code, 'unavailable')
    assert.lengthOf(a.requests, 1)
    assert.lengthOf(b.requests, 0)
    assert.deepEqual(failedAttempts, [])
  })

  test('treats an empty answer as a failure, except from the last link', async ({ assert }) => {
    const { provider, failedAttempts } = chained([playing([finish]), playing([finish])])
    assert.deepEqual(await collect(provider), { parts: [finish], error: null })
    assert.deepEqual(failedAttempts, ['a1 invalid_response'])
  })

  test('passes on thinking parts at once and restarts the time of a thinking link', async ({ assert }) => {
    const [a, b, c] = [playing(['silence']), playing([thinking, 'silence']), playing([thinking, text('c'), finish])]
    const { provider, waits, failedAttempts } = chained([a, b, c])
    assert.deepEqual(await collect(provider), { parts: [thinking, thinking, text('c'), finish], error: null })
    // The waits are a third of the minute and half of a new minute. Half of the remaining time would be 20 seconds.
    assert.deepEqual(waits, [20_000, 30_000])
    assert.deepEqual(failedAttempts, ['a1 timeout', 'b1 timeout'])
    assert.isTrue(b.signals[0]!.aborted)
  })

  test('retries, then tries the next link, when a link fails while thinking', async ({ assert }) => {
    const [a, b] = [playing([thinking, fails('unavailable')]), playing([text('b'), finish])]
    const { provider, failedAttempts } = chained([a, b])
    assert.deepEqual((await collect(provider)).parts, [thinking, thinking, text('b'), finish])
    assert.deepEqual(failedAttempts, ['a1 unavailable', 'a2 unavailable'])
  })

  test('tries the next link when thinking used up the reply', async ({ assert }) => {
    const spent: ReplyPart = { type: 'finish', reason: 'length', usage: null }
    const [a, b] = [playing([thinking, spent]), playing([text('b'), finish])]
    assert.deepEqual((await collect(chained([a, b]).provider)).parts, [thinking, text('b'), finish])
  })

  const spent: ReplyPart = { type: 'finish', reason: 'length', usage: null }
  const roomsOf = (requests: readonly ModelRequest[]) => requests.map(({ thinkingRoom = 0 }) => thinkingRoom)

  test('tries again with more room when thinking used up the reply, and gives it to later requests at once', async ({
    assert,
  }) => {
    const thinking16 = new ThinkingRooms(16_384)
    const a = playing([thinking, spent], [thinking, spent], [thinking, text('a'), finish])
    const { provider, failedAttempts } = chained([a], { thinking: thinking16 })
    assert.deepEqual((await collect(provider)).parts, [thinking, thinking, thinking, text('a'), finish])
    assert.isNull((await collect(provider)).error)
    assert.deepEqual(roomsOf(a.requests), [0, 4_096, 16_384, 16_384])
    assert.deepEqual(failedAttempts, [])
    // Another chain with the same provider.
    const other = fallbackChain({ links: provider.links, firstTextTimeoutMs: 1_000, thinking: thinking16 })
    await collect(other)
    assert.equal(a.requests.at(-1)!.thinkingRoom, 16_384)
  })

  test('does the same for a model that hides its thinking, but not for one that wrote nothing', async ({ assert }) => {
    const rooms = async (first: ReplyPart) => {
      const a = playing([first], [text('a'), finish])
      await collect(chained([a], { thinking: new ThinkingRooms(16_384) }).provider)
      return roomsOf(a.requests)
    }
    assert.deepEqual(await rooms(spent), [0, 4_096])
    assert.deepEqual(await rooms({ ...spent, usage: { inputTokens: 9, outputTokens: 400 } }), [0, 4_096])
    assert.deepEqual(await rooms({ ...spent, usage: { inputTokens: 9, outputTokens: 0 } }), [0])
  })

  test('gives no room beyond the limit, and none to models that do not think', async ({ assert }) => {
    for (const [max, rooms] of [
      [0, [0]],
      [1_000, [0, 1_000]],
      [5_000, [0, 4_096, 5_000]],
    ] as const) {
      const a = playing([thinking, spent])
      const { provider } = chained([a], { thinking: new ThinkingRooms(max) })
      assert.deepEqual((await collect(provider)).parts.at(-1), spent)
      assert.deepEqual(roomsOf(a.requests), [...rooms])
    }
    const plain = playing([text('a'), finish])
    const { provider } = chained([plain], { thinking: new ThinkingRooms(16_384) })
    for (let replies = 0; replies < 2; replies++) await collect(provider)
    assert.deepEqual(roomsOf(plain.requests), [0, 0])
  })

  test('tries once without room that a server refuses, and gives less later, but not if the request itself is refused')
    .with(['bad_request', 'context_too_long'] as const)
    .run(async ({ assert }, code) => {
      const refused = [fails(code)]
      const answers = [thinking, text('a'), finish]
      const a = playing(answers, refused, answers, answers)
      const { provider } = chained([a], { thinking: new ThinkingRooms(16_384) })
      for (let replies = 0; replies < 3; replies++) assert.isNull((await collect(provider)).error)
      assert.deepEqual(roomsOf(a.requests), [0, 4_096, 0, 1_024])
      const b = playing(answers, refused, refused, answers)
      const chain = chained([b], { thinking: new ThinkingRooms(16_384) }).provider
      await collect(chain)
      assert.equal(((await collect(chain)).error as ProviderError).code, code)
      await collect(chain)
      assert.deepEqual(roomsOf(b.requests), [0, 4_096, 0, 4_096])
    })

  test('repeats no refused request whose room the server has accepted before, unless the prompt is too long', async ({
    assert,
  }) => {
    const answers = [thinking, text('a'), finish]
    const a = playing(
      answers,
      answers,
      [fails('bad_request')],
      [fails('bad_request')],
      [fails('context_too_long')],
      answers
    )
    const { provider, failedAttempts } = chained([a], { thinking: new ThinkingRooms(16_384) })
    for (let replies = 0; replies < 4; replies++) await collect(provider)
    assert.deepEqual(roomsOf(a.requests), [0, 4_096, 4_096, 4_096])
    assert.deepEqual(failedAttempts, ['a1 bad_request', 'a1 bad_request'])
    for (let replies = 0; replies < 2; replies++) assert.isNull((await collect(provider)).error)
    assert.deepEqual(roomsOf(a.requests).slice(4), [4_096, 0, 1_024])
  })

  test('tells what its links adapt to, and its probe tells it too', async ({ assert }) => {
    const a = playing([thinking, spent], [thinking, text('a'), finish])
    const { provider } = chained([a], { thinking: new ThinkingRooms(16_384) })
    const told: string[] = []
    provider.onAdapted(({ link, model, topic, says }) => told.push(`${link.name} ${model} ${topic}: ${says}`))
    const probe = await provider.probe(provider.links[0]!, 4_096)
    assert.deepEqual(told, [
      'a model-a thinking_room: it thinks before its answers, so replies have 4096 more tokens for that',
    ])
    assert.match(probe.says, /^answered after [\d.]+ s; it thinks before its answers/)
    assert.deepInclude(probe, { ok: true })
    const spentAll = chained([playing([thinking, spent])], { thinking: new ThinkingRooms(0) }).provider
    const failed = await spentAll.probe(spentAll.links[0]!, 4_096)
    assert.deepInclude(failed, { ok: false, warns: true })
    assert.match(failed.says, /used up its answer on thinking: raise MODELS_THINKING_TOKENS_MAX/)
  })

  const alive: ReplyPart = { type: 'alive' }

  test('lets signs of life extend the time of a link, up to a maximum', async ({ assert }) => {
    const timers = new AdjustableTimers()
    const a: ModelProvider = {
      takes: () => [],
      async *streamReply(_, signal) {
        for (; !signal.aborted; await timers.advance(10_000)) yield alive
      },
    }
    const b = playing([text('b'), finish])
    const links = [a, b.provider].map((provider, at) => ({ name: 'ab'[at]!, model: 'm', provider }))
    const provider = fallbackChain({ links, firstTextTimeoutMs: 60_000 }, { timers })
    const { parts } = await collect(provider)
    assert.deepEqual(parts.at(-2), text('b'))
    // Half of five minutes, in steps of ten seconds.
    assert.lengthOf(
      parts.filter(({ type }) => type === 'alive'),
      15
    )
  })

  test('cancels a thinking link when the consumer stops reading', async ({ assert }) => {
    let hungUp = false
    const a: ModelProvider = {
      takes: () => [],
      async *streamReply() {
        try {
          for (;;) yield thinking
        } finally {
          hungUp = true
        }
      },
    }
    const provider = fallbackChain({ links: [{ name: 'a', model: 'm', provider: a }], firstTextTimeoutMs: 1_000 })
    for await (const part of provider.streamReply(kitRequest(), new AbortController().signal)) {
      assert.deepEqual(part, thinking)
      break
    }
    await new Promise((resolve) => setImmediate(resolve))
    assert.isTrue(hungUp)
  })

  test('tries no other link when one refuses the content', async ({ assert }) => {
    const b = playing([text('b'), finish])
    for (const reason of ['filter', 'refusal'] as const) {
      const refused: ReplyPart = { type: 'finish', reason, usage: null }
      assert.deepEqual(await collect(chained([playing([refused]), b]).provider), { parts: [refused], error: null })
    }
    const { error } = await collect(chained([playing([fails('content_filtered')]), b]).provider)
    assert.equal((error as ProviderError).code, 'content_filtered')
    assert.lengthOf(b.requests, 0)
  })

  test('throws the last error when all fail, always as a ProviderError', async ({ assert }) => {
    const { provider, failedAttempts } = chained([playing([new TypeError('secret')]), playing([fails('unauthorized')])])
    const { parts, error } = await collect(provider)
    assert.deepEqual(parts, [])
    assert.equal((error as ProviderError).code, 'unauthorized')
    assert.deepEqual(failedAttempts, ['a1 unavailable', 'a2 unavailable', 'b1 unauthorized'])
  })

  test('throws context_too_long when one link reported it, whatever the others report', async ({ assert }) => {
    const { provider } = chained([playing([fails('context_too_long')]), playing([fails('unauthorized')])])
    const { parts, error } = await collect(provider)
    assert.deepEqual(parts, [])
    assert.equal((error as ProviderError).code, 'context_too_long')
    const filtered = chained([playing([fails('context_too_long')]), playing([fails('content_filtered')])])
    assert.equal(((await collect(filtered.provider)).error as ProviderError).code, 'content_filtered')
  })

  test('ends when the signal fires during a pause, without another attempt', async ({ assert }) => {
    const abort = new AbortController()
    const [a, b] = [playing([fails('unavailable')]), playing([text('b'), finish])]
    const { provider } = chained([a, b], {}, { timers: sleeping(async () => abort.abort()) })
    const reply = await collect(provider, { signal: abort.signal })
    assert.deepEqual(reply, { parts: [], error: null })
    assert.lengthOf(a.requests, 1)
    assert.lengthOf(b.requests, 0)
  })

  test('waits for half of the time, and then for the pause', async ({ assert }) => {
    const [a, b] = [playing(['silence']), playing([fails('unavailable')], [text('b'), finish])]
    const timers = new AdjustableTimers()
    const { provider } = chained([a, b], { firstTextTimeoutMs: 4_000 }, { timers })
    const reply = collect(provider)
    await timers.timersAreSet(1)
    await timers.advance(1_999)
    assert.lengthOf(b.requests, 0)
    await timers.advance(1)
    await timers.timersAreSet(2)
    await timers.advance(299)
    assert.lengthOf(b.requests, 1)
    await timers.advance(1)
    assert.deepEqual((await reply).parts, [text('b'), finish])
    assert.lengthOf(b.requests, 2)
  })

  const rejected = new ProviderError('unavailable', 'unavailable')
  const keepsFailing = (first: Action[][], count = 2) => {
    const [a, b] = [playing(...first), playing([text('b'), finish])]
    const timers = new AdjustableTimers()
    const breakers = new CircuitBreakers(timers)
    const chain = chained([a, b].slice(0, count), { attemptsMax: 1, breakers }, { timers }).provider
    const request = async (times: number) => {
      for (let i = 0; i < times; i++) await collect(chain)
    }
    return { a, b, timers, breakers, chain, request }
  }

  test('skips a link that keeps failing, tries it once per half minute, and returns to it', async ({ assert }) => {
    const failures = Array.from({ length: failuresMax + 1 }, () => [rejected])
    const { a, b, timers, chain, request } = keepsFailing([...failures, [text('a'), finish]])
    await request(failuresMax - 1)
    assert.isFalse(chain.isTroubled())
    await request(1)
    assert.isTrue(chain.isTroubled())
    await timers.advance(openMs - 1)
    await request(3)
    assert.lengthOf(a.requests, failuresMax)
    await timers.advance(1)
    await request(3)
    assert.lengthOf(a.requests, failuresMax + 1)
    assert.isTrue(chain.isTroubled())
    await timers.advance(openMs)
    await request(2)
    assert.lengthOf(a.requests, failuresMax + 3)
    assert.lengthOf(b.requests, failuresMax + 6)
    assert.isFalse(chain.isTroubled())
  })

  test('admits one request at a time to a link that keeps failing', async ({ assert }) => {
    const { a, timers, breakers, request } = keepsFailing([[rejected]])
    await request(failuresMax)
    await timers.advance(openMs)
    const link = { provider: a.provider, model: 'model-a' }
    assert.deepEqual([breakers.admits(link), breakers.admits(link)], [true, false])
    await timers.advance(openMs)
    assert.isTrue(breakers.admits(link), 'after a trial without an outcome')
  })

  test('always tries its last link', async ({ assert }) => {
    const { a, chain, request } = keepsFailing([[rejected]], 1)
    await request(failuresMax + 2)
    assert.lengthOf(a.requests, failuresMax + 2)
    assert.isTrue(chain.isTroubled())
  })

  for (const code of ['rate_limited', 'timeout', 'cut_off'] as const)
    test(`counts ${code} as the fault of the server`, async ({ assert }) => {
      const { chain, request } = keepsFailing([[fails(code)]])
      await request(failuresMax)
      assert.isTrue(chain.isTroubled())
    })

  for (const code of ['context_too_long', 'content_filtered', 'bad_request', 'unauthorized'] as const)
    test(`doesn’t count ${code}`, async ({ assert }) => {
      const { chain, request } = keepsFailing([
        ...Array.from({ length: failuresMax - 1 }, () => [rejected]),
        [fails(code)],
      ])
      await request(failuresMax + 1)
      assert.isFalse(chain.isTroubled())
    })

  test('shares what it knows by provider and model', async ({ assert }) => {
    const { a, breakers, request } = keepsFailing([[rejected]])
    await request(failuresMax)
    const of = (model: string) =>
      fallbackChain({ links: [{ name: 'x', provider: a.provider, model }], breakers, firstTextTimeoutMs: 1 })
    assert.deepEqual([of('model-a').isTroubled(), of('model-b').isTroubled()], [true, false])
  })

  test('refuses an empty list of links', ({ assert }) => {
    assert.throws(() => fallbackChain({ links: [], firstTextTimeoutMs: 1 }), /at least one link/)
  })
})
