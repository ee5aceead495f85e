import { test } from '@japa/runner'
import { ProviderError, type ProviderErrorCode } from '../errors.ts'
import { fallbackChain, type FallbackChainDeps, type FallbackChainOptions } from '../fallback_chain.ts'
import type { ModelProvider, ModelRequest, ReplyPart } from '../model.ts'
import { collect, kitRequest, registerModelProviderSuite, type UpstreamFraming } from '../model_suite.ts'
import { within } from '../within.ts'
import { naive } from './broken/naive.ts'

const text = (text: string): ReplyPart => ({ type: 'text', text })
const finish: ReplyPart = { type: 'finish', reason: 'stop', usage: null }
const thinking: ReplyPart = { type: 'thinking' }
const fails = (code: ProviderErrorCode, retryAfterMs?: number) =>
  new ProviderError(code, code, retryAfterMs === undefined ? {} : { retryAfterMs })

type Act = ReplyPart | Error | 'silence'

/** A provider that plays one list of acts per call, the last list for all calls after it. */
function playing(...calls: Act[][]) {
  const requests: ModelRequest[] = []
  const signals: AbortSignal[] = []
  const provider: ModelProvider = {
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

/** A chain of such providers, named a, b, c, with a clock that a pause moves and that a silence of a link runs to its end. */
function chained(
  links: ReturnType<typeof playing>[],
  options: Partial<FallbackChainOptions> = {},
  deps: FallbackChainDeps = {}
) {
  const waits: number[] = []
  const failedAttempts: string[] = []
  let now = 0
  const provider = fallbackChain(
    {
      links: links.map((link, i) => ({ name: 'abc'[i]!, model: `model-${'abc'[i]}`, provider: link.provider })),
      firstTextTimeoutMs: 60_000,
      ...options,
    },
    {
      now: () => now,
      random: () => 1,
      wait: async (ms, signal) => {
        // What answers, answers before a turn of the loop is over.
        await new Promise((resolve) => setImmediate(resolve))
        if (signal.aborted) return
        waits.push(ms)
        now += ms
      },
      ...deps,
    }
  )
  provider.onFailedAttempt(({ link, attempt, error }) => failedAttempts.push(`${link.name}${attempt} ${error.code}`))
  return { provider, waits, failedAttempts }
}

/** The made-up vendor of `naive`. */
const line = (value: unknown): string => JSON.stringify(value) + '\n'
const framing: UpstreamFraming = {
  contentType: 'application/x-lines',
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
  for (const stage of ['memory', 'http'] as const) {
    test.group(`contract | a fallback chain with a provider ${name}, ${stage}`, () => {
      registerModelProviderSuite({
        name: `chain over ${stage}`,
        test: (title, fn) => test(title, () => fn()),
        createProvider: (deps) =>
          fallbackChain({
            links: [...before, { name: 'naive', model: 'kit-model', provider: naive()(deps) }],
            firstTextTimeoutMs: 60_000,
            attemptsMax: 1,
          }),
        upstream: framing,
        stage,
      })
    })
  }
}

test.group('contract | a fallback chain', () => {
  test('asks the first link with its own model, and nobody else while that one writes', async ({ assert }) => {
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

  test('goes on to the next link when one fails before its first text, and tells of each try')
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
      // Another try would not mend any of these.
      assert.deepEqual(failedAttempts, [`a1 ${code}`])
      assert.deepEqual(waits, [])
    })

  test('tries a link again for what passes, after a pause, before it asks the next')
    .with(['unavailable', 'rate_limited', 'cut_off'])
    .run(async ({ assert }, code) => {
      const [a, b] = [playing([fails(code as ProviderErrorCode)]), playing([text('b'), finish])]
      const { provider, waits, failedAttempts } = chained([a, b], { attemptsMax: 3 })
      assert.isNull((await collect(provider)).error)
      assert.deepEqual(failedAttempts, [`a1 ${code}`, `a2 ${code}`, `a3 ${code}`])
      assert.deepEqual(waits, [300, 600])
    })

  test('stays with a link whose second try succeeds', async ({ assert }) => {
    const [a, b] = [playing([fails('unavailable')], [text('Here.'), finish]), playing([finish])]
    const { provider } = chained([a, b])
    assert.deepEqual((await collect(provider)).parts, [text('Here.'), finish])
    assert.lengthOf(a.requests, 2)
    assert.lengthOf(b.requests, 0)
  })

  test('pauses as long as the upstream asks for', async ({ assert }) => {
    const { provider, waits } = chained([playing([fails('rate_limited', 2_000)], [text('a'), finish])])
    assert.isNull((await collect(provider)).error)
    assert.deepEqual(waits, [2_000])
  })

  test('does not wait where the pause would take more than a quarter of the time that is left', async ({ assert }) => {
    const [a, b] = [playing([fails('rate_limited', 20_000)]), playing([text('b'), finish])]
    const { provider, waits, failedAttempts } = chained([a, b])
    assert.isNull((await collect(provider)).error)
    assert.deepEqual(failedAttempts, ['a1 rate_limited'])
    assert.deepEqual(waits, [])
    const alone = chained([playing([fails('unavailable')])], { firstTextTimeoutMs: 500 })
    assert.equal(((await collect(alone.provider)).error as ProviderError).code, 'unavailable')
    assert.deepEqual(alone.waits, [])
  })

  test('hangs up on a link that is silent for its share of the time, and asks the next', async ({ assert }) => {
    const [a, b, c] = [playing(['silence']), playing(['silence']), playing([text('c'), finish])]
    const { provider, waits, failedAttempts } = chained([a, b, c])
    assert.deepEqual((await collect(provider)).parts, [text('c'), finish])
    assert.deepEqual(waits, [20_000, 20_000])
    assert.deepEqual(failedAttempts, ['a1 timeout', 'b1 timeout'])
    assert.isTrue(a.signals[0]!.aborted)
    assert.isTrue(b.signals[0]!.aborted)
    assert.isFalse(c.signals[0]!.aborted)
  })

  test('never hangs up on the last link: whoever asked decides how long to wait', async ({ assert }) => {
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

  test('does nothing after the first text: what was said can not be said again', async ({ assert }) => {
    const [a, b] = [playing([text('Half'), fails('unavailable')]), playing([text('b'), finish])]
    const { provider, failedAttempts } = chained([a, b])
    const { parts, error } = await collect(provider)
    assert.deepEqual(parts, [text('Half')])
    assert.equal((error as ProviderError).code, 'unavailable')
    assert.lengthOf(a.requests, 1)
    assert.lengthOf(b.requests, 0)
    assert.deepEqual(failedAttempts, [])
  })

  test('takes an answer without a word for a failure while there is another link, and for an answer at the last', async ({
    assert,
  }) => {
    const { provider, failedAttempts } = chained([playing([finish]), playing([finish])])
    assert.deepEqual(await collect(provider), { parts: [finish], error: null })
    assert.deepEqual(failedAttempts, ['a1 invalid_response'])
  })

  test('passes reasoning on at once and gives a link that reasons its time anew', async ({ assert }) => {
    const [a, b, c] = [playing(['silence']), playing([thinking, 'silence']), playing([thinking, text('c'), finish])]
    const { provider, waits, failedAttempts } = chained([a, b, c])
    assert.deepEqual(await collect(provider), { parts: [thinking, thinking, text('c'), finish], error: null })
    // A third of the minute; then half of a new one, where half of the rest would be 20 seconds.
    assert.deepEqual(waits, [20_000, 30_000])
    assert.deepEqual(failedAttempts, ['a1 timeout', 'b1 timeout'])
    assert.isTrue(b.signals[0]!.aborted)
  })

  test('tries again, and asks the next link, when a link fails while it reasons', async ({ assert }) => {
    const [a, b] = [playing([thinking, fails('unavailable')]), playing([text('b'), finish])]
    const { provider, failedAttempts } = chained([a, b])
    assert.deepEqual((await collect(provider)).parts, [thinking, thinking, text('b'), finish])
    assert.deepEqual(failedAttempts, ['a1 unavailable', 'a2 unavailable'])
  })

  test('goes on to the next link when the reasoning used up the reply', async ({ assert }) => {
    const spent: ReplyPart = { type: 'finish', reason: 'length', usage: null }
    const [a, b] = [playing([thinking, spent]), playing([text('b'), finish])]
    assert.deepEqual((await collect(chained([a, b]).provider)).parts, [thinking, text('b'), finish])
  })

  test('hangs up when the consumer leaves while a link reasons', async ({ assert }) => {
    let hungUp = false
    const a: ModelProvider = {
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

  test('asks nobody else when a link refuses the content', async ({ assert }) => {
    const b = playing([text('b'), finish])
    for (const reason of ['filter', 'refusal'] as const) {
      const refused: ReplyPart = { type: 'finish', reason, usage: null }
      assert.deepEqual(await collect(chained([playing([refused]), b]).provider), { parts: [refused], error: null })
    }
    const { error } = await collect(chained([playing([fails('content_filtered')]), b]).provider)
    assert.equal((error as ProviderError).code, 'content_filtered')
    assert.lengthOf(b.requests, 0)
  })

  test('throws the last error when all fail, and ProviderError also for what is none', async ({ assert }) => {
    const { provider, failedAttempts } = chained([playing([new TypeError('secret')]), playing([fails('unauthorized')])])
    const { parts, error } = await collect(provider)
    assert.deepEqual(parts, [])
    assert.equal((error as ProviderError).code, 'unauthorized')
    assert.deepEqual(failedAttempts, ['a1 unavailable', 'a2 unavailable', 'b1 unauthorized'])
  })

  test('throws context_too_long when one link said so, whatever the others failed of: the caller can shorten', async ({
    assert,
  }) => {
    const { provider } = chained([playing([fails('context_too_long')]), playing([fails('unauthorized')])])
    const { parts, error } = await collect(provider)
    assert.deepEqual(parts, [])
    assert.equal((error as ProviderError).code, 'context_too_long')
    const filtered = chained([playing([fails('context_too_long')]), playing([fails('content_filtered')])])
    assert.equal(((await collect(filtered.provider)).error as ProviderError).code, 'content_filtered')
  })

  test('ends at once when the signal fires during a pause, and asks nobody any more', async ({ assert }) => {
    const abort = new AbortController()
    const [a, b] = [playing([fails('unavailable')]), playing([text('b'), finish])]
    const { provider } = chained([a, b], {}, { wait: async () => abort.abort() })
    const reply = await collect(provider, { signal: abort.signal })
    assert.deepEqual(reply, { parts: [], error: null })
    assert.lengthOf(a.requests, 1)
    assert.lengthOf(b.requests, 0)
  })

  test('waits by a real clock where it is given none', async ({ assert }) => {
    const [a, b] = [playing(['silence']), playing([fails('unavailable')], [text('b'), finish])]
    const provider = fallbackChain({
      links: [
        { name: 'a', model: 'm', provider: a.provider },
        { name: 'b', model: 'm', provider: b.provider },
      ],
      firstTextTimeoutMs: 4_000,
    })
    const begun = performance.now()
    assert.deepEqual((await collect(provider)).parts, [text('b'), finish])
    // A timer may be a millisecond early by this clock.
    assert.isAtLeast(performance.now() - begun, 1_999)
    assert.lengthOf(b.requests, 2)
  })

  test('refuses to be empty', ({ assert }) => {
    assert.throws(() => fallbackChain({ links: [], firstTextTimeoutMs: 1 }), /at least one link/)
  })
})
