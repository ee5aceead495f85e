import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { namedImageModels, type DrawnImage, type ImageProvider } from '../../contract/image.ts'
import { kitPictures, registerImageKit, secrets, type ImageKitDeps, type ImageUpstream } from '../image_kit.ts'
import { pictureOf } from '../../contract/picture.ts'
import { naiveImages, pictureUrl, trustingFetch, type NaiveImages } from './broken/naive_images.ts'

const say = (value: object): string => JSON.stringify(value)

/** The wire format of the fictional vendor of `naiveImages`. */
const upstream: ImageUpstream = {
  callIs: ({ method, url }) => {
    if (!url.startsWith('http://upstream.test/v1/')) return null
    if (url.endsWith('/draw')) return 'ask'
    if (url.endsWith('/progress')) return 'watch'
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
  progress: { watch: (_request, at) => say({ at }), waiting: (ahead) => say({ ahead }) },
  filtered: [{ status: 200, body: say({ state: 'failed', why: 'refused' }) }],
  errorUnder200: (why) => say({ state: 'failed', why }),
  errorBody: (why) => say({ why }),
  asked: ({ body }) => JSON.parse(body ?? ''),
}

/** Runs the kit and returns the titles and messages of the failed cases. */
async function failures(createProvider: (deps: ImageKitDeps) => ImageProvider, played?: ImageUpstream) {
  const cases: { title: string; fn: () => Promise<void> }[] = []
  registerImageKit({
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
  'does not answer a status call',
].map((what) => `closes the connection when the signal fires and the upstream ${what}`)
const patienceCases = [
  ...[
    'has not answered',
    'is in the middle of its answer',
    'has not sent the picture',
    'is in the middle of the picture',
    'does not answer a status call',
  ].map((what) => `times out when the upstream ${what}`),
  'times out when the upstream sends single bytes',
]

interface Broken {
  changes: Partial<NaiveImages>
  /** The cases that must fail. No other case may fail. */
  caught: string[]
  saying: RegExp
}

const unchecked = (bytes: Buffer): DrawnImage => ({ type: 'image/png', bytes })

const broken: Record<string, Broken> = {
  'accepts anything as a picture': {
    changes: { picture: unchecked, fetch: trustingFetch() },
    caught: [
      ...ways.flatMap((how) => [
        `returns a picture ${how} unchanged`,
        `refuses an answer ${how} that is not a picture`,
        `refuses a truncated picture ${how}`,
        `drops bytes after the end of a picture ${how}`,
      ]),
      'detects the type by content, not by its label',
    ],
    saying: /the answer was/,
  },
  'reports markup as words that were not drawn': {
    changes: {
      picture: (bytes) => ({ ...pictureOf(bytes), notDrawn: ['<b>'] }),
    },
    caught: [
      'returns a finished picture with its type',
      'accepts every request that the types allow',
      ...ways.map((how) => `drops bytes after the end of a picture ${how}`),
    ],
    saying: /no markup/,
  },
  'reports words without a bound': {
    changes: {
      picture: (bytes) => ({ ...pictureOf(bytes), notDrawn: Array.from({ length: 13 }, () => 'a') }),
    },
    caught: [
      'returns a finished picture with its type',
      'accepts every request that the types allow',
      ...ways.map((how) => `drops bytes after the end of a picture ${how}`),
    ],
    saying: /bounded/,
  },
  'fetches from any host': {
    changes: { fetch: trustingFetch({ mayFetch: () => true }) },
    caught: ['fetches only from the picture hosts of the vendor'],
    saying: /127\.0\.0\.1|the answer was/,
  },
  'checks only the beginning of a picture address': {
    changes: { fetch: trustingFetch({ mayFetch: (href) => href.startsWith('https://pictures.kit.test') }) },
    caught: ['fetches only from the picture hosts of the vendor'],
    saying: /the answer was|fetched/,
  },
  'checks only the end of a picture host': {
    changes: { fetch: trustingFetch({ mayFetch: (href) => new URL(href || 'a:b').hostname.endsWith('kit.test') }) },
    caught: ['fetches only from the picture hosts of the vendor'],
    saying: /the answer was|fetched/,
  },
  'follows redirects': {
    changes: { fetch: trustingFetch({ follows: true }) },
    caught: ['follows no redirect of a picture'],
    saying: /the answer was|one call each|invalid_response/,
  },
  'sends the key to picture hosts': {
    changes: { fetch: trustingFetch({ sendsKey: true }) },
    caught: ['does not send the key when it fetches a picture'],
    saying: /r8_kit/,
  },
  'sends two requests': {
    changes: { calls: 2 },
    caught: [
      'sends one request with the key and the prompt',
      'sends the requested model and shape',
      'throws content_filtered when the content rules refuse',
      'throws only ProviderError, whatever the upstream does',
      'follows no redirect of a picture',
    ],
    saying: /one call/,
  },
  'uses one model for all requests': {
    changes: { asked: ({ prompt, aspect }) => ({ prompt, model: 'one', shape: aspect }) },
    caught: ['sends the requested model and shape'],
    saying: /one/,
  },
  'reads without a limit': {
    changes: {
      read: async (body) => {
        const kept: Uint8Array[] = []
        for await (const chunk of body) if (kept.length < 10_000) kept.push(chunk.subarray(0, 1000))
        return Buffer.concat(kept)
      },
    },
    caught: ['closes the connection on an answer of 500 MB'],
    saying: /did not hang up|took \d|read on/,
  },
  'ignores the signal': {
    changes: { signalFor: () => new AbortController().signal },
    caught: [
      'makes no call when the signal has already fired',
      ...signalCases,
      'finishes one picture when another is cancelled',
      'cancels a job when the signal fires between status calls',
      'ends at once when the cancel call hangs',
    ],
    saying: /did not end/,
  },
  'has no timeout': {
    changes: {
      patience: async (_ms, signal, work) => {
        if (signal.aborted) throw new ProviderError('cut_off', 'The caller canceled the call.')
        try {
          return await work(signal)
        } catch (error) {
          if (signal.aborted) throw new ProviderError('cut_off', 'The caller canceled the call.')
          throw error
        }
      },
    },
    caught: [...patienceCases, 'times out on a job that never finishes, and cancels it', 'waits between status calls'],
    saying: /did not end/,
  },
  'leaves its jobs running': {
    changes: { cancels: false },
    caught: [
      'cancels a job when the signal fires between status calls',
      'ends at once when the cancel call hangs',
      'times out on a job that never finishes, and cancels it',
      'cancels a job when status calls fail',
    ],
    saying: /was not cancelled/,
  },
  'waits for the answer to its cancel call': {
    changes: { waitsForCancel: true },
    caught: ['ends at once when the cancel call hangs'],
    saying: /did not end/,
  },
  'polls without a pause': {
    changes: { pauseMs: () => 0 },
    caught: ['waits between status calls'],
    saying: /looked again after/,
  },
  'reports a refused prompt as an outage': {
    changes: { failed: () => new ProviderError('unavailable', 'The provider could not draw.') },
    caught: ['throws content_filtered when the content rules refuse'],
    saying: /refused/,
  },
  'quotes the upstream in its errors': {
    changes: {
      failed: (why) => new ProviderError(why === 'refused' ? 'content_filtered' : 'unavailable', String(why)),
    },
    caught: ['throws only ProviderError, whatever the upstream does', 'keeps secrets out of the error of a failed job'],
    saying: /the error leaks a secret/,
  },
  'reports whatever progress the upstream tells': {
    changes: {
      report: (onProgress) => ({
        waiting: () => {},
        drawing: (fraction) => onProgress?.({ state: 'drawing', fraction: fraction as number }),
      }),
    },
    caught: ['reports no progress that falls or is no fraction', 'reports the number of pictures ahead'],
    saying: /null/,
  },
  'reports no progress': {
    changes: { report: () => ({ waiting: () => {}, drawing: () => {} }) },
    caught: [
      'reports the progress that the upstream tells',
      'reports no progress that falls or is no fraction',
      'reports the number of pictures ahead',
    ],
    saying: /no progress was reported/,
  },
  'lists a model twice': {
    changes: { models: [...namedImageModels, ...namedImageModels] },
    caught: ['lists its models within the limits'],
    saying: /unique/,
  },
  'lists an option without bounds': {
    changes: {
      models: [
        {
          id: 'a',
          name: 'A',
          tellsProgress: false,
          options: [{ id: 'steps', kind: 'number', min: 1, max: Infinity, step: 1 }],
        },
      ],
    },
    caught: ['lists its models within the limits'],
    saying: /Infinity/,
  },
  'drops Retry-After': {
    changes: { failure: ({ status }) => failureOfStatus(status, {}) },
    caught: [
      'maps status 429 to rate_limited, with the pause of Retry-After: 7',
      'maps status 429 to rate_limited, with the pause of Retry-After: a date',
      'maps status 503 to unavailable, with the pause of Retry-After: 2',
    ],
    saying: /waits null/,
  },
}

test.group('contract | the conformance kit for images', () => {
  test('passes a conforming provider', async ({ assert }) => {
    const { failed, count } = await failures(naiveImages(), upstream)
    assert.deepEqual(Object.fromEntries(failed), {})
    assert.isAbove(count, 50)
  })

  test('registers only the common cases for a provider without an upstream', async ({ assert }) => {
    const provider: ImageProvider = {
      models: async () => namedImageModels,
      draw: async (_request, signal) => {
        if (signal.aborted) throw new ProviderError('cut_off', 'The caller canceled the call.')
        return { type: 'image/webp', bytes: kitPictures['image/webp'] }
      },
    }
    const { titles, count } = await failures(() => provider)
    assert.deepEqual(titles, [])
    assert.isBelow(count, 10)
  })

  test('catches a provider without an upstream that returns a link, mislabels a picture or throws another error')
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
      assert.include(titles, 'returns a finished picture with its type')
    })

  for (const [what, { changes, caught, saying }] of Object.entries(broken)) {
    test(`catches a provider that ${what}`, async ({ assert }) => {
      const { titles, failed } = await failures(naiveImages(changes), upstream)
      assert.sameMembers(titles, caught)
      assert.match([...failed.values()].join('\n'), saying)
    }).tags(longRun)
  }
})
