import type { Logger } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'
import { getActiveTestOrFail, test } from '@japa/runner'
import type { Storage } from '#modules/accounts/index'
import { Limiters } from '#modules/kernel/rate_limit'
import { newId } from '#modules/kernel/ids'
import { ok } from '#modules/kernel/result'
import { ProviderError, type ProviderErrorCode } from '#plugins/contract/errors'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import {
  namedImageModels,
  type ImageModelInfo,
  type ImageProgress,
  type ImageProvider,
  type ImageRequest,
} from '#plugins/contract/image'
import { defaultImageBounds } from '#plugins/contract/image_sizes'
import { openAiCompatibleImages } from '#plugins/image-openai-compatible/index'
import { startImageUpstream } from '#tests/support/image_upstream'
import { imageLimits } from '../api.ts'
import type { ImageSettings } from '../index.ts'
import { CheckPicture } from '../src/actions/check_picture.ts'
import { MakePicture } from '../src/actions/make_picture.ts'
import type { PictureCharges } from '../src/actions/picture_charges.ts'
import { PictureLimits } from '../src/actions/picture_limits.ts'
import type { RememberDrawing } from '../src/actions/remember_drawing.ts'
import { DrawingSlots } from '../src/drawing/drawing_slots.ts'
import { ImageEngine } from '../src/drawing/image_engine.ts'
import type { LocalPictureStore } from '../src/local_picture_store.ts'
import type { PictureRequest } from '../src/picture_maker.ts'

const drawn = { bytes: Buffer.from('a picture'), type: 'image/png' as const }
const drawing = (
  draw: ImageProvider['draw'] = async () => drawn,
  models: ImageProvider['models'] = async () => namedImageModels
): ImageProvider => ({ draw, models })
const acceptAll = { putDrawn: async () => ok({ url: '/pictures/uploads/1.webp' }) } as unknown as LocalPictureStore

const pictureLimits = async () => new PictureLimits({ ...(await app.container.make(Limiters)), enabled: true })

/** Uses the real rate limit. Tests replace the other dependencies. */
const setUp = async (
  parts: {
    open?: ImageSettings['open']
    store?: LocalPictureStore
    slots?: DrawingSlots
    draw?: ImageProvider['draw']
    models?: ImageProvider['models']
    settings?: Partial<ImageSettings>
    timeoutMs?: number
  } = {}
) => {
  const lines: unknown[] = []
  const log = (about: unknown) => void lines.push(about)
  const logger = { warn: log, error: log } as unknown as Logger
  const timers = new AdjustableTimers()
  const settings = {
    open: parts.open ?? (async () => drawing(parts.draw, parts.models)),
    timeoutMs: parts.timeoutMs ?? 60_000,
    modelName: null,
    isDemo: false,
    costOf: () => 0,
    bounds: defaultImageBounds,
    ...parts.settings,
  } as ImageSettings
  const engine = new ImageEngine(settings, timers, logger)
  const storage = { refusal: async () => null } as unknown as Storage
  const maker = new MakePicture(
    settings,
    new CheckPicture(engine, { forbiddenWords: ['gore'] }, storage),
    engine,
    parts.store ?? acceptAll,
    { run: async () => true } as unknown as RememberDrawing,
    { hold: async () => ok(null) } as unknown as PictureCharges,
    parts.slots ?? new DrawingSlots({ perUser: 2, all: 4 }),
    await pictureLimits(),
    logger
  )
  const ownerId = newId()
  const make = (prompt = 'A lighthouse', signal?: AbortSignal) =>
    maker.make({ prompt, model: 'flux-schnell', aspect: '1:1', ownerId }, signal)
  const makeWith = (changes: Partial<PictureRequest>) =>
    maker.make({ prompt: 'A lighthouse', aspect: '1:1', ownerId, ...changes })
  return { maker, make, makeWith, engine, timers, lines }
}

const failing = (code: ProviderErrorCode) => async (): Promise<never> => {
  throw new ProviderError(code, 'It failed.')
}

test.group('Making a picture', () => {
  test('is limited to 30 an hour, without failures that are not the user’s fault', async ({ assert }) => {
    let next: ImageProvider['draw'] = async () => drawn
    const { make } = await setUp({ draw: (request, signal) => next(request, signal) })
    const kinds = async () => {
      const made = await make()
      return made.ok ? 'made' : made.failure.kind
    }
    for (const code of ['unavailable', 'rate_limited', 'unauthorized', 'timeout', 'invalid_response'] as const) {
      next = failing(code)
      assert.notInclude(['made', 'too_many'], await kinds())
    }
    next = failing('content_filtered')
    assert.equal(await kinds(), 'content_filtered')
    next = async () => drawn
    for (let n = 0; n < 28; n++) assert.equal(await kinds(), 'made')
    // A failure is refunded even if other calls are refused meanwhile.
    const asked = Promise.withResolvers<void>()
    const failure = Promise.withResolvers<never>()
    next = () => {
      asked.resolve()
      return failure.promise
    }
    const last = kinds()
    await asked.promise
    assert.equal(await kinds(), 'too_many')
    failure.reject(new ProviderError('cut_off', 'It failed.'))
    assert.equal(await last, 'unavailable')
    next = async () => drawn
    assert.equal(await kinds(), 'made')
    const refused = await make()
    assert.isTrue(!refused.ok && refused.failure.kind === 'too_many' && refused.failure.retryAfterSeconds > 0)
  })

  test('is limited to 100 a day, and to 2,000 a day for all users', async ({ assert, cleanup }) => {
    const limiters = await app.container.make('limiter.manager')
    const limits = await pictureLimits()
    const { picturesPerHour, picturesPerDay, picturesOfAllPerDay } = imageLimits
    assert.isAtMost(picturesPerDay, picturesOfAllPerDay / 20)
    const hour = limiters.use({ requests: picturesPerHour, duration: '1 hour' })
    const day = limiters.use({ requests: picturesPerDay, duration: '1 day' })
    const ofAll = limiters.use({ requests: picturesOfAllPerDay, duration: '1 day' })
    cleanup(() => ofAll.delete('draw:day:all').then(() => {}))
    const [robin, mo] = [newId(), newId()]
    await day.set(`draw:user:day:${robin}`, picturesPerDay - 1, '1 day')
    assert.isNull(await limits.count(robin))
    assert.isAbove((await limits.count(robin))!, 3_600)
    assert.equal((await hour.get(`draw:user:${robin}`))!.consumed, 1, 'a refused picture is not counted')
    await limits.uncount(robin)
    assert.isNull(await limits.count(robin))
    await ofAll.set('draw:day:all', picturesOfAllPerDay, '1 day')
    assert.isAbove((await limits.count(mo))!, 3_600)
    assert.equal((await day.get(`draw:user:day:${mo}`))!.consumed, 0)
  })

  test('passes on the words that were not drawn, at most 12', async ({ assert }) => {
    const words = Array.from({ length: 30 }, (_, n) => `word${n}`)
    const { make } = await setUp({ draw: async () => ({ ...drawn, notDrawn: words }) })
    const made = await make()
    assert.deepEqual(made.ok && made.value.notDrawn, words.slice(0, 12))
  })

  test('passes the trimmed prompt to the provider, but no forbidden one', async ({ assert }) => {
    const seen: ImageRequest[] = []
    const { make } = await setUp({
      draw: async (request) => {
        seen.push(request)
        return drawn
      },
    })
    assert.isTrue((await make('  A lamp  ')).ok)
    assert.containsSubset(await make('Gore'), { failure: { kind: 'prompt', problem: { rule: 'forbidden' } } })
    assert.containsSubset(await make('\u200b'), { failure: { kind: 'prompt', problem: { rule: 'required' } } })
    assert.deepEqual(
      seen.map(({ prompt }) => prompt),
      ['A lamp']
    )
  })

  test('times out even if the upstream keeps sending', async ({ assert }) => {
    const upstream = await startImageUpstream(({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const trickle = setInterval(() => response.write(' '), 20)
      response.once('close', () => clearInterval(trickle))
    })
    getActiveTestOrFail().cleanup(() => upstream.close())
    const { make } = await setUp({
      open: async () => openAiCompatibleImages({ baseUrl: `${upstream.origin}/v1`, apiKey: null }),
      timeoutMs: 700,
    })
    assert.deepEqual(await make(), { ok: false, failure: { kind: 'timeout' } })
    await upstream.calls[0]!.closed
  })

  test('is aborted by the caller and by a shutdown', async ({ assert }) => {
    const untilGone: ImageProvider['draw'] = (_, signal) =>
      new Promise((_, reject) => {
        const hangUp = () => reject(new ProviderError('cut_off', 'The caller canceled the call.'))
        if (signal.aborted) hangUp()
        else signal.addEventListener('abort', hangUp)
      })
    const { maker, make } = await setUp({ draw: untilGone })
    const aborted = new AbortController()
    const cancelled = make('A lamp', aborted.signal)
    aborted.abort()
    assert.deepEqual(await cancelled, { ok: false, failure: { kind: 'cancelled' } })
    assert.deepEqual(await make('A lamp', AbortSignal.abort()), { ok: false, failure: { kind: 'cancelled' } })
    const stopped = make()
    maker.stop()
    assert.containsSubset(await stopped, { failure: { kind: 'unavailable', retryAfterSeconds: 5 } })
  })

  test('logs failures without key or prompt', async ({ assert }) => {
    const { make, lines } = await setUp({ draw: failing('unauthorized') })
    assert.containsSubset(await make('A secret lamp'), { failure: { kind: 'unavailable', retryAfterSeconds: null } })
    assert.deepEqual(lines, [{ model: 'flux-schnell', code: 'unauthorized', status: null, reason: 'It failed.' }])
  })

  test('releases its slot after every outcome', async ({ assert }) => {
    const slots = new DrawingSlots({ perUser: 1, all: 1 })
    const { make } = await setUp({
      slots,
      draw: async () => {
        throw new Error('A bug')
      },
    })
    for (let n = 0; n < 3; n++) assert.isFalse((await make()).ok)
    const broken = { putDrawn: () => Promise.reject(new Error('The disk is full')) } as unknown as LocalPictureStore
    const { make: makeBroken } = await setUp({ slots, store: broken })
    for (let n = 0; n < 3; n++) await assert.rejects(() => makeBroken(), 'The disk is full')
    assert.isTrue(slots.acquire('another user').ok)
  })
})

const model: ImageModelInfo = {
  id: 'dream',
  name: 'Dream',
  tellsProgress: true,
  options: [
    { id: 'negativePrompt', kind: 'text' },
    { id: 'size', kind: 'number', min: 256, max: 4_096, step: 64, default: 2_048 },
    { id: 'steps', kind: 'number', min: 1, max: 150, step: 1 },
    { id: 'guidance', kind: 'number', min: 1, max: 25, step: 0.5 },
    { id: 'seed', kind: 'number', min: 0, max: 100, step: 1 },
    { id: 'sampler', kind: 'choice', choices: ['Euler', 'DPM++ 2M'] },
  ],
}

test.group('The options of a model', () => {
  /** Returns what the provider gets for these options, or the failure. */
  const sent = async (options: unknown) => {
    const requests: ImageRequest[] = []
    const { makeWith } = await setUp({
      models: async () => [model],
      draw: async (request) => {
        requests.push(request)
        return drawn
      },
    })
    const made = await makeWith({ options })
    return made.ok ? requests[0]!.options : made.failure
  }

  test('reach the provider within their bounds')
    .with([
      {},
      { negativePrompt: 'blur', size: 1_536, steps: 60, guidance: 25, seed: 100, sampler: 'DPM++ 2M' },
      { size: 256, steps: 1, guidance: 1.5, seed: 0 },
      { negativePrompt: 'n'.repeat(2_000) },
    ])
    .run(async ({ assert }, options) => {
      assert.deepEqual(await sent(options), options)
    })

  test('leave out a blank negative prompt', async ({ assert }) => {
    assert.deepEqual(await sent({ negativePrompt: ' \n' }), {})
  })

  test('are refused outside of their bounds')
    .with([
      ['size', 1_537],
      ['size', 255],
      ['size', 1e9],
      ['steps', 61],
      ['steps', 0],
      ['steps', 1.5],
      ['steps', '20'],
      ['steps', null],
      ['guidance', 25.1],
      ['seed', 101],
      ['seed', -1],
      ['seed', Number.NaN],
      ['sampler', 'Heun'],
      ['sampler', ['Euler']],
      ['negativePrompt', 5],
      ['negativePrompt', 'n'.repeat(2_001)],
      ['width', 512],
      ['constructor', 1],
      ['override_settings', {}],
    ] as const)
    .run(async ({ assert }, [option, value]) => {
      assert.containsSubset(await sent({ [option]: value }), { kind: 'option', problem: { option } })
    })

  test('are refused as a whole if they are no object', async ({ assert }) => {
    for (const options of [[], 'steps', 5]) assert.containsSubset(await sent(options), { kind: 'option' })
  })

  test('have no forbidden words', async ({ assert }) => {
    const refused = await sent({ negativePrompt: 'some Gore' })
    assert.containsSubset(refused, { kind: 'option', problem: { option: 'negativePrompt', rule: 'forbidden' } })
  })
})

test.group('The models of a provider', () => {
  test('are cut to the operator’s bounds', async ({ assert }) => {
    const bounds = { sideMax: 1_024, stepsMax: 30 }
    const { engine } = await setUp({ models: async () => [model], settings: { bounds } })
    const models = await engine.models()
    assert.isTrue(models.ok)
    if (!models.ok) return
    const numbers = models.value[0]!.options.flatMap((option) =>
      option.kind === 'number' ? [[option.id, option.max, option.default]] : []
    )
    assert.deepEqual(numbers, [
      ['size', 1_024, 1_024],
      ['steps', 30, undefined],
      ['guidance', 25, undefined],
      ['seed', 100, undefined],
    ])
  })

  test('are one under its name if it draws every picture', async ({ assert }) => {
    const { engine } = await setUp({ settings: { modelName: 'GPT Image 1' } })
    const models = await engine.models()
    assert.deepEqual(models.ok && models.value.map(({ id, name }) => [id, name]), [['flux-schnell', 'GPT Image 1']])
  })

  test('are listed once a minute, and stay on offer while the provider fails', async ({ assert }) => {
    let asked = 0
    let isDown = false
    const { engine, timers, lines } = await setUp({
      models: async () => {
        asked++
        if (isDown) throw new ProviderError('unavailable', 'It failed.')
        return [{ ...model, id: `dream ${asked}` }]
      },
    })
    const ids = async () => {
      const models = await engine.models()
      return models.ok ? models.value.map(({ id }) => id) : models.failure
    }
    assert.deepEqual(await Promise.all([ids(), ids()]), [['dream 1'], ['dream 1']])
    await timers.advance(59_000)
    assert.deepEqual(await ids(), ['dream 1'])
    await timers.advance(2_000)
    assert.deepEqual(await ids(), ['dream 2'])
    isDown = true
    await timers.advance(61_000)
    assert.deepEqual(await ids(), ['dream 2'])
    assert.deepEqual(lines, [{ code: 'unavailable', status: null, reason: 'It failed.' }])
  })

  test('make pictures unavailable if they were never listed', async ({ assert }) => {
    const { makeWith, engine } = await setUp({ models: failing('unauthorized') })
    const failure = { kind: 'unavailable', retryAfterSeconds: null }
    assert.deepEqual(await engine.models(), { ok: false, failure } as never)
    assert.deepEqual(await makeWith({}), { ok: false, failure } as never)
  })

  test('are the only ones that can be asked for', async ({ assert }) => {
    const { makeWith } = await setUp({ models: async () => [model] })
    assert.deepEqual(await makeWith({ model: 'flux-schnell' }), {
      ok: false,
      failure: { kind: 'model', models: ['dream'] },
    } as never)
    assert.isTrue((await makeWith({})).ok)
  })
})

test('passes on progress and the seed', async ({ assert }) => {
  const seen: ImageProgress[] = []
  const told: ImageProgress[] = [
    { state: 'waiting', ahead: 1 },
    { state: 'drawing', fraction: 0.5 },
  ]
  const { makeWith } = await setUp({
    draw: async (_request, _signal, onProgress) => {
      for (const progress of told) onProgress!(progress)
      return { ...drawn, seed: 7 }
    },
  })
  const made = await makeWith({ onProgress: (progress) => seen.push(progress) })
  assert.equal(made.ok && made.value.seed, 7)
  assert.deepEqual(seen, told)
})

test('marks pictures of models and pictures of rules', async ({ assert }) => {
  for (const [isDemo, source] of [
    [false, 'trainedAlgorithmicMedia'],
    [true, 'algorithmicMedia'],
  ] as const) {
    const marks: unknown[] = []
    const store = {
      putDrawn: async (_bytes: unknown, _owner: unknown, mark: unknown) => {
        marks.push(mark)
        return ok({ url: '/pictures/uploads/1.webp' })
      },
    } as unknown as LocalPictureStore
    await (await setUp({ store, settings: { isDemo } })).makeWith({})
    assert.deepEqual(marks, [source])
  }
})
