import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { ProviderError } from '../contract/errors.ts'
import { minorsCategory, type ModerationProvider, type ModerationRequest } from '../contract/moderation.ts'
import type { Transport, TransportRequest } from '../contract/transport.ts'
import { noSignal, refusalHiding, statusCases, within } from './checks.ts'
import { casesOf, type Reaction } from './fake_server.ts'

export interface ModerationKitDeps {
  transport: Transport
  baseUrl: string
  apiKey: string
  /** The time limit of a call. */
  timeoutMs: number
}

/** The vendor's wire format. */
export interface ModerationUpstream {
  /** Returns the texts and pictures that a request contains. */
  asked: (request: TransportRequest) => { texts: string[]; pictures: string[] }
  /** The answer to a request, with the categories of each of its results. */
  answer: (request: TransportRequest, categoriesOf: (content: string) => readonly string[]) => string
  errorBody: (message: string) => string
  errorUnder200: (message: string) => string
}

export interface ModerationKitOptions {
  name: string
  /** Registers a test with any test runner. */
  test: (title: string, run: () => Promise<void>) => unknown
  createProvider: (deps: ModerationKitDeps) => ModerationProvider
  /** A text that a provider without an upstream finds something in. */
  found?: { text: string; categories: readonly string[] }
  /** Absent for providers without an upstream. */
  upstream?: ModerationUpstream
  /** The longest wait for anything. It passes only if the case fails. Default 30,000. */
  patienceMs?: number
}

const secrets = { apiKey: 'kit-key-5d1f', text: 'kit text 83aa' }
const refusal = refusalHiding(Object.values(secrets))
const request = (changes: Partial<ModerationRequest> = {}): ModerationRequest => ({
  texts: [secrets.text],
  pictures: [],
  isAdult: false,
  ...changes,
})
const picture = 'data:image/png;base64,iVBORw0KGgo='

/** Registers the conformance cases for moderation providers, one per promise. */
export function registerModerationKit(options: ModerationKitOptions): void {
  const { test, on } = casesOf<ModerationProvider, ModerationKitDeps>(options, {
    apiKey: secrets.apiKey,
    timeoutMs: 30_000,
  })
  const { upstream, found, patienceMs = 30_000 } = options
  const answering =
    (categoriesOf: (content: string) => readonly string[] = () => []) =>
    (asked: TransportRequest): Reaction =>
      upstream ? { steps: [upstream.answer(asked, categoriesOf)] } : 'unreachable'

  test('finds nothing in harmless texts', () =>
    on(answering(), async ({ provider }) => {
      const { categories } = await provider.judge(request({ texts: ['Hello.', 'She likes tea.'] }), noSignal())
      assert.deepEqual([...categories], [])
    }))

  test('judges every request that the types allow', () =>
    on(answering(), async ({ provider }) => {
      const texts = ['', ' ', '\0', '\ud800', '🌊'.repeat(5_000), 'مرحبا', '((((', '[[]]', 'a'.repeat(100_000)]
      for (const list of [[], texts, ...texts.map((text) => [text])])
        for (const isAdult of [true, false])
          for (const pictures of [[], [picture]])
            try {
              checkVerdict(await provider.judge({ texts: list, pictures, isAdult }, noSignal()))
            } catch (error) {
              assert.ok(error instanceof ProviderError, `threw ${inspect(error)}`)
            }
    }))

  test('makes no call when the signal has already fired', () =>
    on(answering(), async ({ provider, server }) => {
      const { code } = await refusal(provider.judge(request(), AbortSignal.abort()))
      assert.equal(code, 'cut_off')
      assert.equal(server.calls.length, 0)
    }))

  if (found)
    test('finds the same in any text of a request, and in the middle of a long one', () =>
      on(answering(), async ({ provider }) => {
        const filler = 'tea and bread, '.repeat(5_000)
        for (const texts of [[found.text], ['Hello.', found.text], [`${filler}${found.text} ${filler}`]]) {
          const verdict = await provider.judge(request({ texts }), noSignal())
          assert.deepEqual([...verdict.categories], [...found.categories])
        }
      }))

  if (!upstream) return

  const judging = (
    reaction: Reaction | ((request: TransportRequest) => Reaction),
    check: (error: ProviderError, calls: number) => void,
    timeoutMs = 30_000
  ) =>
    on(
      reaction,
      async ({ provider, server }) => {
        const error = await within(
          patienceMs,
          'the provider did not end',
          refusal(provider.judge(request(), noSignal()))
        )
        check(error, server.calls.length)
      },
      { timeoutMs }
    )

  test('sends the key, and every part of every text', () =>
    on(answering(), async ({ provider, server }) => {
      // Each word is unique, so a missing or cut piece is noticed.
      const words = Array.from({ length: 4_000 }, (_, n) => `word${n}.`)
      const texts = ['Hello.', words.join(' '), '🌊'.repeat(9_000), '']
      await provider.judge(request({ texts }), noSignal())
      const sent = server.calls.flatMap(({ request }) => upstream.asked(request).texts)
      assert.ok(sent.includes('Hello.'))
      const missing = words.find((word) => !sent.some((text) => text.includes(word)))
      assert.equal(missing, undefined)
      assert.ok(
        sent.every((text) => text.isWellFormed()),
        'no piece ends inside a character'
      )
      for (const { request } of server.calls)
        assert.ok(Object.values(request.headers).some((value) => value.includes(secrets.apiKey)))
    }))

  test('makes one call at a time', async () => {
    let [open, most] = [0, 0]
    const slow = (asked: TransportRequest): Reaction => {
      most = Math.max(most, ++open)
      return { steps: [upstream.answer(asked, () => []), async () => void open--] }
    }
    await on(slow, ({ provider }) =>
      provider
        .judge(request({ texts: Array(40).fill('tea '.repeat(9_000)), pictures: [picture, picture] }), noSignal())
        .then(() => {})
    )
    assert.equal(most, 1)
  })

  test('finds what any part of any text contains', () =>
    on(
      answering((content) => (content.includes('needle') ? ['hate'] : content.includes('pin') ? ['violence'] : [])),
      async ({ provider }) => {
        const filler = 'tea '.repeat(12_000)
        const texts = [`${filler}needle ${filler}`, 'Hello.', `${filler}pin`]
        const { categories } = await provider.judge(request({ texts }), noSignal())
        assert.deepEqual([...categories].sort(), ['hate', 'violence'])
      }
    ))

  test('keeps the category about minors beside others', () =>
    on(
      answering(() => ['sexual', minorsCategory]),
      async ({ provider }) => {
        const { categories } = await provider.judge(request({ isAdult: true }), noSignal())
        assert.deepEqual([...categories].sort(), ['sexual', minorsCategory])
      }
    ))

  test('judges every picture if it takes pictures, and sends none otherwise', () =>
    on(
      answering((content) => (content.endsWith('two') ? ['violence'] : [])),
      async ({ provider, server }) => {
        const pictures = [picture, 'https://pictures.test/one', 'https://pictures.test/two']
        const { categories } = await provider.judge(request({ pictures }), noSignal())
        const sent = server.calls.flatMap(({ request }) => upstream.asked(request).pictures)
        assert.deepEqual(sent, provider.takesPictures ? pictures : [])
        assert.deepEqual([...categories], provider.takesPictures ? ['violence'] : [])
      }
    ))

  const echo = `${secrets.apiKey} ${secrets.text}`
  for (const { status, title, headers, check } of statusCases)
    test(title, () =>
      judging({ status, headers, steps: [upstream.errorBody(echo)] }, (error, calls) => {
        check(error)
        assert.equal(calls, 1, 'no retry')
      })
    )

  test('throws unavailable when the upstream is unreachable', () =>
    judging('unreachable', ({ code }) => assert.equal(code, 'unavailable')))

  test('throws cut_off when the connection breaks', () =>
    judging({ steps: ['{"id":', 'reset'] }, ({ code }) => assert.equal(code, 'cut_off')))

  test('throws for an error under HTTP 200', () =>
    judging({ steps: [upstream.errorUnder200(echo)] }, ({ code }) => assert.notEqual(code, 'cut_off')))

  test('throws invalid_response for everything that is no judgment', async () => {
    for (const body of [
      '',
      '{}',
      '[]',
      'null',
      '{"results":{}}',
      '{"results":[null]}',
      '<!doctype html><p>Sign in</p>',
    ])
      await judging({ steps: [body] }, ({ code }) => assert.equal(code, 'invalid_response', body))
    await judging(
      (asked) => ({ steps: [upstream.answer(asked, () => ['hate']).slice(0, -1)] }),
      ({ code }) => assert.equal(code, 'invalid_response', 'half an answer')
    )
  })

  test('throws invalid_response for a judgment of fewer texts', () => {
    let ofOne: string | null = null
    return on(
      (asked) => ({ steps: [(ofOne ??= upstream.answer(asked, () => []))] }),
      async ({ provider }) => {
        await provider.judge(request({ texts: ['Hello.'] }), noSignal())
        const { code } = await refusal(provider.judge(request({ texts: ['Hello.', 'Tea?'] }), noSignal()))
        assert.equal(code, 'invalid_response')
      }
    )
  })

  for (const [what, reaction] of [
    ['has not answered', 'hang'],
    ['is in the middle of its answer', { steps: ['{"id":', 'silence'] }],
  ] as const) {
    test(`closes the connection when the signal fires and the upstream ${what}`, () =>
      on(reaction, async ({ provider, server }) => {
        const abort = new AbortController()
        const judged = refusal(provider.judge(request(), abort.signal))
        judged.catch(() => {})
        const call = await within(patienceMs, 'the provider never called', server.called())
        abort.abort()
        assert.equal((await within(patienceMs, 'the provider did not end', judged)).code, 'cut_off')
        await within(patienceMs, 'the provider did not hang up', call.hungUp)
      }))

    test(`times out when the upstream ${what}`, () =>
      judging(reaction, ({ code }) => assert.equal(code, 'timeout'), 40))
  }
}

function checkVerdict({ categories, words = [] }: { categories: readonly string[]; words?: readonly string[] }): void {
  for (const list of [categories, words]) {
    assert.ok(list.every((entry) => typeof entry === 'string' && entry !== ''))
    assert.equal(new Set(list).size, list.length, 'each once')
  }
}
