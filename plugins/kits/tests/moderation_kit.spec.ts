import { test } from '@japa/runner'
import { framing } from '#plugins/moderation-openai-compatible/tests/framing'
import { openAiCompatibleModeration } from '#plugins/moderation-openai-compatible/index'
import { ProviderError } from '../../contract/errors.ts'
import type { ModerationProvider, ModerationRequest } from '../../contract/moderation.ts'
import { registerModerationKit, type ModerationKitDeps } from '../moderation_kit.ts'

type Judge = ModerationProvider['judge']

interface Broken {
  /** Returns a method that breaks the promise. */
  judge: (judge: Judge, deps: ModerationKitDeps) => Judge
  /** The cases that must fail. */
  caught: readonly string[]
}

const shortened = (request: ModerationRequest): ModerationRequest => ({
  ...request,
  texts: request.texts.map((text) => text.slice(0, 8_000)),
})

const broken: Record<string, Broken> = {
  'judges only the beginning of a text': {
    judge: (judge) => (request, signal) => judge(shortened(request), signal),
    caught: ['sends the key, and every part of every text', 'finds what any part of any text contains'],
  },
  'judges only the first text': {
    judge:
      (judge) =>
      ({ texts, ...request }, signal) =>
        judge({ ...request, texts: texts.slice(0, 1) }, signal),
    caught: [
      'sends the key, and every part of every text',
      'finds what any part of any text contains',
      'throws invalid_response for a judgment of fewer texts',
    ],
  },
  'forgets the category about minors': {
    judge: (judge) => async (request, signal) => ({
      categories: (await judge(request, signal)).categories.filter((name) => !name.includes('/')),
    }),
    caught: ['keeps the category about minors beside others'],
  },
  'finds nothing when it fails': {
    judge: (judge) => (request, signal) => judge(request, signal).catch(() => ({ categories: [] })),
    caught: ['makes no call when the signal has already fired', 'throws unavailable when the upstream is unreachable'],
  },
  'judges no pictures': {
    judge: (judge) => (request, signal) => judge({ ...request, pictures: [] }, signal),
    caught: ['judges every picture if it takes pictures, and sends none otherwise'],
  },
  'puts the key into errors': {
    judge:
      (judge, { apiKey }) =>
      (request, signal) =>
        judge(request, signal).catch((error: ProviderError) => {
          throw new ProviderError(error.code, `${error.message} ${apiKey}`, { status: error.status ?? 0 })
        }),
    caught: ['throws unavailable when the upstream is unreachable'],
  },
  'tries again': {
    judge: (judge) => (request, signal) => judge(request, signal).catch(() => judge(request, signal)),
    caught: ['maps status 500 to unavailable'],
  },
  'asks for several texts at once': {
    judge: (judge) => async (request, signal) => {
      const alone = request.texts.map((text) => judge({ ...request, texts: [text] }, signal))
      return { categories: [...new Set((await Promise.all(alone)).flatMap(({ categories }) => categories))] }
    },
    caught: ['makes one call at a time'],
  },
}

/** Runs the kit and returns the titles of the failed cases. */
const failures = async (judge: Broken['judge'] = (given) => given): Promise<string[]> => {
  const failed: string[] = []
  const cases: { title: string; run: () => Promise<void> }[] = []
  registerModerationKit({
    name: 'p',
    test: (title, run) => cases.push({ title: title.slice('p: '.length), run }),
    createProvider: (deps) => {
      const { transport, baseUrl, apiKey, timeoutMs } = deps
      const provider = openAiCompatibleModeration({ baseUrl, apiKey, timeoutMs }, { transport })
      return { ...provider, judge: judge(provider.judge, deps) }
    },
    upstream: framing,
    patienceMs: 5_000,
  })
  for (const { title, run } of cases) await run().catch(() => failed.push(title))
  return failed
}

test.group('The kit for moderation', () => {
  test('passes a correct provider', async ({ assert }) => {
    assert.deepEqual(await failures(), [])
  })

  test('notices a provider that {$self}')
    .with(Object.keys(broken))
    .run(async ({ assert }, name) => {
      const { judge, caught } = broken[name]!
      const failed = await failures(judge)
      for (const title of caught) assert.include(failed, title)
    })
})
