import type { Logger } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'
import { getActiveTestOrFail, test } from '@japa/runner'
import type { PictureStore, Storage } from '#modules/accounts/index'
import { Limiters } from '#modules/kernel/rate_limit'
import { newId } from '#modules/kernel/ids'
import { ok } from '#modules/kernel/result'
import { ProviderError, type ProviderErrorCode } from '#plugins/contract/errors'
import type { ImageProvider, ImageRequest } from '#plugins/contract/image'
import { openAiCompatibleImages } from '#plugins/image-openai-compatible/index'
import { startImageUpstream } from '#tests/support/image_upstream'
import { imageLimits } from '../api.ts'
import type { ImageSettings } from '../index.ts'
import { MakePicture } from '../src/actions/make_picture.ts'
import { PictureLimits } from '../src/actions/picture_limits.ts'
import { DrawingSlots } from '../src/drawing/drawing_slots.ts'

const drawn = { bytes: Buffer.from('a picture'), type: 'image/png' as const }
const drawing = (draw: ImageProvider['draw'] = async () => drawn): ImageProvider => ({ draw })
const acceptAll = { put: async () => ok({ url: '/pictures/uploads/1.webp' }) } as unknown as PictureStore

const pictureLimits = async () => new PictureLimits({ ...(await app.container.make(Limiters)), enabled: true })

/** Uses the real rate limit. Tests replace the other dependencies. */
const setUp = async (
  parts: {
    open?: ImageSettings['open']
    store?: PictureStore
    slots?: DrawingSlots
    draw?: ImageProvider['draw']
    timeoutMs?: number
  } = {}
) => {
  const lines: unknown[] = []
  const log = (about: unknown) => void lines.push(about)
  const maker = new MakePicture(
    { open: parts.open ?? (async () => drawing(parts.draw)), timeoutMs: parts.timeoutMs ?? 60_000 } as ImageSettings,
    parts.store ?? acceptAll,
    parts.slots ?? new DrawingSlots({ perUser: 2, all: 4 }),
    await pictureLimits(),
    { forbiddenWords: ['gore'] },
    { refusal: async () => null } as unknown as Storage,
    { warn: log, error: log } as unknown as Logger
  )
  const ownerId = newId()
  const make = (prompt = 'A lighthouse', signal?: AbortSignal) =>
    maker.make({ prompt, model: 'flux-schnell', aspect: '1:1', ownerId }, signal)
  return { maker, make, lines }
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
    const broken = { put: () => Promise.reject(new Error('The disk is full')) } as unknown as PictureStore
    const { make: makeBroken } = await setUp({ slots, store: broken })
    for (let n = 0; n < 3; n++) await assert.rejects(() => makeBroken(), 'The disk is full')
    assert.isTrue(slots.acquire('another user').ok)
  })
})
