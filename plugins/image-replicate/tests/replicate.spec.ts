import { test } from '@japa/runner'
import type { ProviderError } from '../../contract/errors.ts'
import { imageAspects, imageModels } from '../../contract/image.ts'
import { kitImageRequest, kitPictures } from '../../kits/image_kit.ts'
import type { TransportRequest } from '../../contract/transport.ts'
import { replicate, type ReplicateOptions } from '../index.ts'
import { framing, prediction, problem } from './framing.ts'

type Answer = [status: number, body: string | Buffer, headers?: Record<string, string>]

/** Creates a provider whose calls are recorded and answered in this order. The last answer repeats. */
function answering(answers: Answer[], options: Partial<ReplicateOptions> = {}) {
  const calls: TransportRequest[] = []
  const provider = replicate(
    { apiToken: 'r8_token', pauseMs: 1, ...options },
    {
      transport: async (request) => {
        const [status, bytes, headers = {}] = answers[Math.min(calls.length, answers.length - 1)]!
        calls.push(request)
        const body = (async function* () {
          yield Buffer.from(bytes)
        })()
        return { status, headers, body }
      },
    }
  )
  const draw = (changes = {}) => provider.draw(kitImageRequest(changes), new AbortController().signal)
  const refusal = async (changes = {}): Promise<ProviderError> =>
    draw(changes).then(
      () => assertNever(),
      (error: ProviderError) => error
    )
  return { calls, draw, refusal }
}

const assertNever = (): never => {
  throw new Error('it was drawn')
}

const png = kitPictures['image/png']
const done: Answer = [201, framing.withBytes!(png)]
const underWay: Answer = [201, framing.job!.underWay]

test.group('image-replicate | request', () => {
  test('creates a prediction with a short wait and Cancel-After', async ({ assert }) => {
    const { calls, draw } = answering([done])
    await draw({ aspect: '2:3' })
    assert.equal(`${calls[0]!.method} ${calls[0]!.url}`, 'POST https://api.replicate.com/v1/predictions')
    assert.deepEqual(calls[0]!.headers, {
      authorization: 'Bearer r8_token',
      accept: 'application/json',
      'content-type': 'application/json',
      prefer: 'wait=5',
      'cancel-after': '120s',
    })
    assert.deepEqual(JSON.parse(calls[0]!.body!), {
      version: 'black-forest-labs/flux-schnell',
      input: { prompt: kitImageRequest().prompt, aspect_ratio: '2:3', output_format: 'png' },
    })
  })

  test('sends each model its own input', async ({ assert }) => {
    const { calls, draw } = answering([done])
    for (const aspect of imageAspects) await draw({ model: 'sdxl-lightning', aspect, prompt: 'a' })
    await draw({ model: 'stable-diffusion-3', aspect: '3:2', prompt: 'a' })
    const bodies = calls.map(({ body }) => JSON.parse(body!))
    assert.deepEqual(
      bodies.map(({ input }) => input),
      [
        { prompt: 'a', width: 1024, height: 1024 },
        { prompt: 'a', width: 832, height: 1248 },
        { prompt: 'a', width: 1248, height: 832 },
        { prompt: 'a', aspect_ratio: '3:2', output_format: 'png' },
      ]
    )
    assert.match(bodies[0].version, /^bytedance\/sdxl-lightning-4step:[0-9a-f]{64}$/)
    assert.equal(bodies[3].version, 'stability-ai/stable-diffusion-3')
  })

  test('keeps the safety checker on', async ({ assert }) => {
    const { calls, draw } = answering([done])
    for (const model of imageModels) await draw({ model })
    for (const { body } of calls) assert.notInclude(body!, 'safety')
  })

  test('uses configured replacements of models', async ({ assert }) => {
    const { calls, draw } = answering([done], { models: { 'flux-schnell': 'someone/else:0123' } })
    await draw()
    assert.equal(JSON.parse(calls[0]!.body!).version, 'someone/else:0123')
  })
})

test.group('image-replicate | prediction', () => {
  test('polls the URL built from the id, not the one in the response', async ({ assert }) => {
    const { calls, draw } = answering([underWay, underWay, done])
    await draw()
    assert.deepEqual(
      calls.slice(1).map(({ method, url }) => `${method} ${url}`),
      Array(2).fill('GET https://api.replicate.com/v1/predictions/gm3qorzdhgbfurvjtvhg6dckhu')
    )
  })

  test('does not poll a prediction with an invalid id')
    .with(['../../account', 'a/b', 'a?b', '', 5, null, 'a'.repeat(65)])
    .run(async ({ assert }, id) => {
      const { calls, refusal } = answering([[201, prediction({ id, status: 'starting' })]])
      assert.equal((await refusal()).code, 'invalid_response')
      assert.lengthOf(calls, 1)
    })

  test('uses the picture as soon as it exists, whatever the status', async ({ assert }) => {
    const link = framing.pictureUrl
    for (const output of [link, [link], [link, 'https://replicate.delivery/second.png']]) {
      const { calls, draw } = answering([
        [201, prediction({ status: 'processing', output })],
        [200, png],
      ])
      assert.equal((await draw()).type, 'image/png')
      assert.equal(calls[1]!.url, link)
    }
  })

  test('repeats a failed poll and gives up after several failures', async ({ assert }) => {
    const broken: Answer = [503, 'no']
    const { draw } = answering([underWay, broken, broken, underWay, broken, broken, done])
    assert.equal((await draw()).type, 'image/png')
    const { calls, refusal } = answering([underWay, broken])
    assert.equal((await refusal()).code, 'unavailable')
    assert.deepEqual(
      calls.map(({ method, url }) => `${method} ${url.split('/').at(-1)}`),
      ['POST predictions', ...Array(3).fill('GET gm3qorzdhgbfurvjtvhg6dckhu'), 'POST cancel']
    )
  })

  test('fetches only from replicate.delivery')
    .with([
      ['https://replicate.delivery/a.png', true],
      ['https://pbxt.replicate.delivery/a.png', true],
      ['http://replicate.delivery/a.png', false],
      ['https://replicate.delivery:444/a.png', false],
      ['https://replicate.delivery.test/a.png', false],
      ['https://myreplicate.delivery/a.png', false],
      ['https://api.replicate.com/v1/files/a', false],
    ] as const)
    .run(async ({ assert }, [link, isFetched]) => {
      const { calls, draw } = answering([
        [201, framing.withLink!(link)],
        [200, png],
      ])
      await draw().catch(() => {})
      assert.equal(calls.length, isFetched ? 2 : 1)
    })
})

test.group('image-replicate | failure', () => {
  test('classifies failures')
    .with([
      [402, problem(402, 'Insufficient credit', 'You have insufficient credit to run this model.'), 'quota_exhausted'],
      [
        422,
        problem(
          422,
          'Invalid version or not permitted',
          "The specified version does not exist (or perhaps you don't have permission to use it?)"
        ),
        'misconfigured',
      ],
      [422, problem(422, 'Input validation failed', '- input: prompt is required\n'), 'bad_request'],
      [401, problem(401, 'Unauthenticated', 'You did not pass a valid authentication token'), 'unauthorized'],
      [429, problem(429, 'Too many requests', 'Request was throttled.'), 'rate_limited'],
      [201, prediction({ status: 'failed', error: 'CUDA out of memory' }), 'unavailable'],
      [201, prediction({ status: 'aborted' }), 'timeout'],
      [201, prediction({ status: 'succeeded', output: [] }), 'invalid_response'],
      [201, prediction({ status: 'dancing' }), 'invalid_response'],
    ] as const)
    .run(async ({ assert }, [status, body, code]) => {
      assert.equal((await answering([[status, body]]).refusal()).code, code)
    })
})
