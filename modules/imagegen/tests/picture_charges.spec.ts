import { createHash, randomBytes } from 'node:crypto'
import { Database } from '@adonisjs/lucid/database'
import type { Logger } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Storage } from '#modules/accounts/index'
import { Ledger } from '#modules/economy/index'
import { Limiters } from '#modules/kernel/rate_limit'
import { newId } from '#modules/kernel/ids'
import { fail, ok } from '#modules/kernel/result'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { ProviderError } from '#plugins/contract/errors'
import { namedImageModels, type ImageProvider } from '#plugins/contract/image'
import { defaultImageBounds } from '#plugins/contract/image_sizes'
import { uploadedPictureAddress } from '../api.ts'
import type { ImageSettings } from '../index.ts'
import { CheckPicture } from '../src/actions/check_picture.ts'
import { MakePicture } from '../src/actions/make_picture.ts'
import { PictureCharges } from '../src/actions/picture_charges.ts'
import { PictureLimits } from '../src/actions/picture_limits.ts'
import { RememberDrawing } from '../src/actions/remember_drawing.ts'
import { DrawingSlots } from '../src/drawing/drawing_slots.ts'
import { ImageEngine } from '../src/drawing/image_engine.ts'
import type { LocalPictureStore } from '../src/local_picture_store.ts'

const drawn = { bytes: Buffer.from('a picture'), type: 'image/png' as const }

/** A user with rubies, and pictures of `sdxl-lightning` for five of them. */
const setUp = async ({
  rubies = 12,
  draw = async () => drawn,
}: { rubies?: number; draw?: ImageProvider['draw'] } = {}) => {
  const db = await app.container.make(Database)
  const ledger = await app.container.make(Ledger)
  const userId = newId()
  await db.rawQuery('SELECT ledger_open_account(?::uuid)', [userId])
  if (rubies > 0)
    await ledger.post({ userId, amount: rubies, type: 'admin_grant', description: 'For the test', key: 'granted' })
  const logger = { warn() {}, error() {} } as unknown as Logger
  const settings = {
    open: async () => ({ draw, models: async () => namedImageModels }),
    timeoutMs: 60_000,
    modelName: null,
    isDemo: false,
    bounds: defaultImageBounds,
    costOf: (model: string) => (model === 'sdxl-lightning' ? 5 : 0),
  } as unknown as ImageSettings
  const told: string[] = []
  const charges = new PictureCharges(db, ledger, { refresh: (id: string) => told.push(id) } as never, settings)
  let stores = true
  const store = {
    putDrawn: async (_bytes: unknown, ownerId: string) => {
      if (!stores) return fail({ kind: 'unreadable' })
      const hash = createHash('sha256').update(randomBytes(8)).digest('hex')
      await db.rawQuery(`INSERT INTO pictures (hash, owner_id, widths, bytes) VALUES (?, ?::uuid, '{96}', 1)`, [
        hash,
        ownerId,
      ])
      return ok({ url: uploadedPictureAddress(hash) })
    },
  } as unknown as LocalPictureStore
  const engine = new ImageEngine(settings, new AdjustableTimers(), logger)
  const storage = { refusal: async () => null } as unknown as Storage
  const maker = new MakePicture(
    settings,
    new CheckPicture(engine, { forbiddenWords: [] }, storage),
    engine,
    store,
    new RememberDrawing(db, charges),
    charges,
    new DrawingSlots({ perUser: 2, all: 4 }),
    new PictureLimits({ ...(await app.container.make(Limiters)), enabled: true }),
    logger
  )
  const make = (model = 'sdxl-lightning', signal?: AbortSignal) =>
    maker.make({ prompt: 'A lamp', model, aspect: '1:1', ownerId: userId }, signal)
  const charged = async () =>
    (
      await db.rawQuery(
        `SELECT amount::int, description FROM ruby_transactions WHERE user_id = ?::uuid AND type = 'picture' ORDER BY seq`,
        [userId]
      )
    ).rows
  const openHolds = async () =>
    (
      await db.rawQuery(`SELECT count(*)::int AS n FROM ruby_holds WHERE user_id = ?::uuid AND state = 'held'`, [
        userId,
      ])
    ).rows[0].n
  const isBalanced = async () =>
    (await ledger.verify()).problems.filter(({ userId: other }) => other === userId).length === 0
  const failToStore = () => (stores = false)
  return { make, charged, openHolds, isBalanced, failToStore, told, userId, rubies: () => ledger.rubies(userId) }
}

test.group('The price of a picture', () => {
  test('is charged once for a stored picture', async ({ assert }) => {
    const { make, charged, openHolds, isBalanced, rubies, told, userId } = await setUp()
    assert.isTrue((await make()).ok)
    assert.deepEqual(await charged(), [{ amount: -5, description: 'Picture: SDXL Lightning' }])
    assert.deepEqual([await rubies(), await openHolds()], [7, 0])
    assert.deepEqual(new Set(told), new Set([userId]))
    assert.isTrue(await isBalanced())
  })

  test('is nothing for other models', async ({ assert }) => {
    const { make, charged, rubies, told } = await setUp({ rubies: 0 })
    assert.isTrue((await make('flux-schnell')).ok)
    assert.deepEqual([await charged(), await rubies(), told], [[], 0, []])
  })

  test('is held while the picture is drawn', async ({ assert }) => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<typeof drawn>()
    const { make, rubies, openHolds } = await setUp({
      draw: () => {
        asked.resolve()
        return answer.promise
      },
    })
    const made = make()
    await asked.promise
    assert.deepEqual([await rubies(), await openHolds()], [7, 1])
    answer.resolve(drawn)
    assert.isTrue((await made).ok)
    assert.deepEqual([await rubies(), await openHolds()], [7, 0])
  })

  test('is given back when the picture fails, is stopped or can’t be stored', async ({ assert }) => {
    for (const why of ['fails', 'is stopped', 'can’t be stored', 'throws'] as const) {
      const abort = new AbortController()
      const { make, charged, openHolds, isBalanced, rubies, failToStore } = await setUp({
        draw: async () => {
          if (why === 'throws') throw new TypeError('A bug')
          if (why === 'is stopped') abort.abort()
          if (why !== 'can’t be stored') throw new ProviderError('content_filtered', 'It failed.')
          return drawn
        },
      })
      if (why === 'can’t be stored') failToStore()
      assert.isFalse((await make('sdxl-lightning', abort.signal)).ok, why)
      assert.deepEqual([await charged(), await rubies(), await openHolds()], [[], 12, 0], why)
      assert.isTrue(await isBalanced())
    }
  })

  test('refuses a picture that the user can’t pay, without a call to the provider', async ({ assert }) => {
    let calls = 0
    const { make, charged } = await setUp({
      rubies: 4,
      draw: async () => {
        calls++
        return drawn
      },
    })
    assert.deepEqual(await make(), { ok: false, failure: { kind: 'insufficient_rubies', rubies: 4, cost: 5 } } as never)
    assert.deepEqual([calls, await charged()], [0, []])
  })
})
