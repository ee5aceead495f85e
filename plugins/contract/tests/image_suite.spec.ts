import { test } from '@japa/runner'
import { ProviderError } from '../errors.ts'
import { failureOfStatus } from '../http_failure.ts'
import type { DrawnImage, ImageProvider } from '../image.ts'
import {
  kitPictures,
  registerImageProviderSuite,
  secrets,
  type ImageSuiteDeps,
  type ImageUpstream,
} from '../image_suite.ts'
import { naiveImages, pictureUrl, trustingFetch, type NaiveImages } from './broken/naive_images.ts'

const say = (value: object): string => JSON.stringify(value)

/** The made-up vendor of `naiveImages`. */
const upstream: ImageUpstream = {
  callIs: ({ method, url }) => {
    if (!url.startsWith('http://upstream.test/v1/')) return null
    if (url.endsWith('/draw')) return 'ask'
    return method === 'GET' ? 'look' : 'cancel'
  },
  withBytes: (bytes) => say({ state: 'done', bytes: bytes.toString('base64') }),
  withLink: (link) => say({ state: 'done', link }),
  pictureUrl,
  job: {
    underWay: say({ state: 'working', job: 'j1' }),
    failed: (why) => say({ state: 'failed', why }),
    cancelled: say({ state: 'failed', why: 'cancelled' }),
  },
  filtered: [{ status: 200, body: say({ state: 'failed', why: 'refused' }) }],
  errorUnder200: (why) => say({ state: 'failed', why }),
  errorBody: (why) => say({ why }),
  asked: ({ body }) => JSON.parse(body ?? ''),
}

/** Runs the kit as a runner would and gives the titles of the cases that failed, with what they said. */
async function failures(createProvider: (deps: ImageSuiteDeps) => ImageProvider, played?: ImageUpstream) {
  const cases: { title: string; fn: () => Promise<void> }[] = []
  registerImageProviderSuite({
    name: 'p',
    test: (title, fn) => cases.push({ title: title.slice('p: '.length), fn }),
    createProvider,
    promptMs: 600,
    ...(played && { upstream: played }),
  })
  const failed = new Map<string, string>()
  for (const { title, fn } of cases) await fn().catch((error: Error) => failed.set(title, error.message))
  return { titles: [...failed.keys()], failed, count: cases.length }
}

const ways = ['in the answer', 'behind a link', 'by a job']
const signalCases = [
  'has not answered',
  'is in the middle of its answer',
  'has not sent the picture',
  'is in the middle of the picture',
  'does not say how far it is',
].map((what) => `hangs up on an upstream that ${what} when the signal fires`)
const patienceCases = [
  ...[
    'has not answered',
    'is in the middle of its answer',
    'has not sent the picture',
    'is in the middle of the picture',
    'does not say how far it is',
  ].map((what) => `gives up on an upstream that ${what}, when its patience is over`),
  'gives up on an upstream that sends a byte now and then',
]

interface Broken {
  changes: Partial<NaiveImages>
  /** Exactly the cases that have to fail, and nothing else may. */
  caught: string[]
  saying: RegExp
}

const unchecked = (bytes: Buffer): DrawnImage => ({ type: 'image/png', bytes })

const broken: Record<string, Broken> = {
  'takes anything for a picture': {
    changes: { picture: unchecked, fetch: trustingFetch() },
    caught: [
      ...ways.flatMap((how) => [
        `gives a picture ${how} exactly as it was drawn`,
        `refuses what comes ${how} and is no picture`,
        `refuses a picture ${how} that was cut`,
        `passes nothing on that comes ${how} after the end of a picture`,
      ]),
      'tells a picture by its content, whatever it is labelled',
    ],
    saying: /the answer was/,
  },
  'fetches from wherever it is told': {
    changes: { fetch: trustingFetch({ mayFetch: () => true }) },
    caught: ['fetches from nowhere but where the vendor has its pictures'],
    saying: /127\.0\.0\.1|the answer was/,
  },
  'knows its pictures by how the address begins': {
    changes: { fetch: trustingFetch({ mayFetch: (href) => href.startsWith('https://pictures.kit.test') }) },
    caught: ['fetches from nowhere but where the vendor has its pictures'],
    saying: /the answer was|fetched/,
  },
  'knows its pictures by how the address ends': {
    changes: { fetch: trustingFetch({ mayFetch: (href) => new URL(href || 'a:b').hostname.endsWith('kit.test') }) },
    caught: ['fetches from nowhere but where the vendor has its pictures'],
    saying: /the answer was|fetched/,
  },
  'follows redirects': {
    changes: { fetch: trustingFetch({ follows: true }) },
    caught: ['follows no redirect of a picture'],
    saying: /the answer was|asked, once each|invalid_response/,
  },
  'sends the key to whoever has the picture': {
    changes: { fetch: trustingFetch({ sendsKey: true }) },
    caught: ['sends the key to nobody who only has the picture'],
    saying: /r8_kit/,
  },
  'asks twice': {
    changes: { calls: 2 },
    caught: [
      'asks once, with the key, for what is wanted',
      'asks for another model and another shape where they are wanted',
      'says that content rules refused, where they did',
      'throws nothing but ProviderError, whatever the upstream does',
      'follows no redirect of a picture',
    ],
    saying: /one call/,
  },
  'has one model for all': {
    changes: { asked: ({ prompt, aspect }) => ({ prompt, model: 'one', shape: aspect }) },
    caught: ['asks for another model and another shape where they are wanted'],
    saying: /one/,
  },
  'reads whatever comes': {
    changes: {
      read: async (body) => {
        const kept: Uint8Array[] = []
        for await (const chunk of body) if (kept.length < 10_000) kept.push(chunk.subarray(0, 1000))
        return Buffer.concat(kept)
      },
    },
    caught: ['hangs up on an answer of 500 MB'],
    saying: /did not hang up|took \d/,
  },
  'never hears the signal': {
    changes: { signalFor: () => new AbortController().signal },
    caught: [
      'asks nobody when the signal has fired before',
      ...signalCases,
      'does not let one that is called off disturb another',
      'cancels a job when the signal fires between two looks',
      'ends at once though nobody answers the cancelling',
    ],
    saying: /did not end/,
  },
  'has all the patience there is': {
    changes: {
      patience: async (_ms, signal, work) => {
        if (signal.aborted) throw new ProviderError('cut_off', 'The caller hung up.')
        try {
          return await work(signal)
        } catch (error) {
          if (signal.aborted) throw new ProviderError('cut_off', 'The caller hung up.')
          throw error
        }
      },
    },
    caught: [...patienceCases, 'gives up on a job that is never done, and cancels it', 'waits between two looks'],
    saying: /did not end/,
  },
  'leaves its jobs running': {
    changes: { cancels: false },
    caught: [
      'cancels a job when the signal fires between two looks',
      'ends at once though nobody answers the cancelling',
      'gives up on a job that is never done, and cancels it',
      'cancels a job that it can not follow any more',
    ],
    saying: /was not cancelled/,
  },
  'waits for the cancelling to be answered': {
    changes: { waitsForCancel: true },
    caught: ['ends at once though nobody answers the cancelling'],
    saying: /did not end/,
  },
  'looks without a pause': {
    changes: { pauseMs: () => 0 },
    caught: ['waits between two looks'],
    saying: /looked again after/,
  },
  'takes a refused prompt for an accident': {
    changes: { failed: () => new ProviderError('unavailable', 'The provider could not draw.') },
    caught: ['says that content rules refused, where they did'],
    saying: /refused/,
  },
  'quotes what it was told': {
    changes: {
      failed: (why) => new ProviderError(why === 'refused' ? 'content_filtered' : 'unavailable', String(why)),
    },
    caught: ['throws nothing but ProviderError, whatever the upstream does', 'tells no secret of a job that failed'],
    saying: /the error tells/,
  },
  'forgets how long to wait': {
    changes: { failure: ({ status }) => failureOfStatus(status, {}) },
    caught: [
      'calls an answer of 429 rate_limited, with the pause of Retry-After: 7',
      'calls an answer of 429 rate_limited, with the pause of Retry-After: a date',
      'calls an answer of 503 unavailable, with the pause of Retry-After: 2',
    ],
    saying: /waits null/,
  },
}

test.group('contract | the conformance kit for images', () => {
  test('passes a provider that keeps every promise', async ({ assert }) => {
    const { failed, count } = await failures(naiveImages(), upstream)
    assert.deepEqual(Object.fromEntries(failed), {})
    assert.isAbove(count, 50)
  })

  test('registers only the cases without an upstream for a provider that has none', async ({ assert }) => {
    const provider: ImageProvider = {
      draw: async (_request, signal) => {
        if (signal.aborted) throw new ProviderError('cut_off', 'The caller hung up.')
        return { type: 'image/webp', bytes: kitPictures['image/webp'] }
      },
    }
    const { titles, count } = await failures(() => provider)
    assert.deepEqual(titles, [])
    assert.isBelow(count, 10)
  })

  test('catches a provider without an upstream that gives a link, mislabels a picture or throws a stranger')
    .with([
      { draw: async () => ({ type: 'image/png', bytes: 'https://elsewhere.test/a.png' }) },
      { draw: async () => ({ type: 'image/png', bytes: kitPictures['image/webp'] }) },
      {
        draw: async () => {
          throw new TypeError(secrets.prompt)
        },
      },
    ])
    .run(async ({ assert }, provider) => {
      const { titles } = await failures(() => provider as unknown as ImageProvider)
      assert.include(titles, 'gives a finished picture, and says what it is')
    })

  for (const [what, { changes, caught, saying }] of Object.entries(broken)) {
    test(`catches a provider that ${what}`, async ({ assert }) => {
      const { titles, failed } = await failures(naiveImages(changes), upstream)
      assert.sameMembers(titles, caught)
      assert.match([...failed.values()].join('\n'), saying)
    })
  }
})
