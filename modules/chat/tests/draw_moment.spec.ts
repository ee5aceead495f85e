import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { BalanceUpdates, Ledger } from '#modules/economy/index'
import type { AdmittedDrawing, PictureMakeFailure, PrivatePicture } from '#modules/imagegen/index'
import type { JobRun } from '#modules/jobs/index'
import { newId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import { DrawMoment } from '../replies/pictures/draw_moment.ts'
import { ChatPictures } from '../sessions/chat_pictures.ts'
import { RemovePictures } from '../sessions/remove_pictures.ts'

type Drawn = Result<PrivatePicture, PictureMakeFailure>

const picture = (): PrivatePicture => ({ file: newId(), width: 10, height: 10, bytes: 100 })

/** A user with 12 rubies and an answer, and drawings for five. `next` is what the engine returns. */
const setUp = async () => {
  const db = await app.container.make(Database)
  const ledger = await app.container.make(Ledger)
  const [userId, sessionId, messageId] = [newId(), newId(), newId()]
  await db.rawQuery('SELECT ledger_open_account(?::uuid)', [userId])
  await ledger.post({ userId, amount: 12, type: 'admin_grant', description: 'For the test', key: 'granted' })
  await db.rawQuery('INSERT INTO chat_sessions (id, user_id, character_id) VALUES (?, ?, ?)', [
    sessionId,
    userId,
    newId(),
  ])
  await db.rawQuery(
    `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content) VALUES (?, ?, ?, 1, 'It rains.')`,
    [userId, messageId, sessionId]
  )
  const parts = {
    next: async (): Promise<Drawn> => ok(picture()),
    uncounted: 0,
    removed: [] as string[],
    canceled: [] as string[],
  }
  let run: (job: JobRun<object, { attempts: number }>) => Promise<void> = async () => {}
  const drawings = {
    admit: async ({ prompt }: { prompt: string }): Promise<Result<AdmittedDrawing, never>> =>
      ok({ prompt, model: 'm', modelName: 'Model', aspect: '1:1', options: {}, cost: 5 }),
    uncount: async () => void parts.uncounted++,
    draw: () => parts.next(),
  }
  const jobs = {
    define: (_: string, job: typeof run) => (run = job),
    enqueue: async ({ id }: { id: string }) => ({ id }),
    cancel: async (id: string) => parts.canceled.push(id),
  }
  const files = { remove: async (file: string) => void parts.removed.push(file) }
  const balances = await app.container.make(BalanceUpdates)
  const events = { publish() {} }
  const moment = new DrawMoment(db, drawings as never, files as never, jobs as never, ledger, balances, events as never)
  moment.defineJob()
  const pictures = new ChatPictures(db, events as never, jobs as never, balances)
  const begin = async () => {
    const begun = await moment.begin({ userId, messageId, prompt: 'Rain', aspect: '1:1' })
    if (begun.ok) return begun.value
    return typeof begun.failure === 'string' ? begun.failure : begun.failure.kind
  }
  const work = (id: string, progress: { attempts: number } | null = null) => {
    const saved: unknown[] = []
    const save = async (value: unknown) => void saved.push(value)
    const job = { id, ownerId: userId, payload: {}, progress, signal: new AbortController().signal, save }
    return run(job).then(
      () => saved,
      () => saved
    )
  }
  const state = async (id: string) => (await pictures.find(userId, id))?.state ?? null
  const account = async () =>
    (await db.rawQuery('SELECT balance::int, held::int FROM ruby_accounts WHERE user_id = ?', [userId])).rows[0]
  return { db, ledger, parts, userId, sessionId, begin, work, state, account, pictures, files }
}

test.group('The price of a picture of an answer', () => {
  test('is held, and taken once with the picture', async ({ assert }) => {
    const { begin, work, state, account, ledger, userId } = await setUp()
    const id = await begin()
    assert.deepEqual([await state(id), await account()], ['drawing', { balance: 12, held: 5 }])
    await work(id)
    assert.deepEqual([await state(id), await account()], ['ready', { balance: 7, held: 0 }])
    await work(id)
    assert.deepEqual(await account(), { balance: 7, held: 0 })
    const { problems } = await ledger.verify()
    assert.deepEqual(
      problems.filter((problem) => problem.userId === userId),
      []
    )
  })

  test('is given back when the drawing fails, which counts only by the user’s fault', async ({ assert }) => {
    const { begin, work, state, account, parts, pictures, userId } = await setUp()
    parts.next = async () => fail({ kind: 'timeout' })
    const id = await begin()
    await work(id)
    assert.deepEqual([await state(id), await account(), parts.uncounted], ['failed', { balance: 12, held: 0 }, 1])
    assert.equal((await pictures.find(userId, id))!.failure, 'The picture took too long. Please try again.')
    parts.next = async () => fail({ kind: 'refused' })
    await work(await begin())
    assert.equal(parts.uncounted, 1)
  })

  test('is given back when the picture is deleted before it is ready', async ({ assert }) => {
    const { begin, work, account, parts, pictures, userId } = await setUp()
    const id = await begin()
    const drawn = picture()
    parts.next = async () => {
      await pictures.delete(userId, id)
      return ok(drawn)
    }
    await work(id)
    assert.deepEqual(await account(), { balance: 12, held: 0 })
    assert.deepEqual([parts.canceled, parts.removed], [[id], [drawn.file]])
  })

  test('is more than the user has', async ({ assert }) => {
    const { begin, parts, db, userId } = await setUp()
    assert.notEqual(await begin(), 'insufficient_rubies')
    await begin()
    assert.equal(await begin(), 'insufficient_rubies')
    assert.equal(parts.uncounted, 1)
    const { rows } = await db.rawQuery('SELECT count(*)::int AS n FROM chat_pictures WHERE user_id = ?', [userId])
    assert.equal(rows[0].n, 2)
  })

  test('stays held while the drawing waits for a slot, for 20 attempts', async ({ assert }) => {
    const { begin, work, state, account, parts } = await setUp()
    parts.next = async () => fail({ kind: 'busy', retryAfterSeconds: 1 })
    const id = await begin()
    assert.deepEqual(await work(id), [{ attempts: 1 }])
    assert.deepEqual([await state(id), await account()], ['drawing', { balance: 12, held: 5 }])
    assert.deepEqual(await work(id, { attempts: 19 }), [])
    assert.deepEqual([await state(id), await account()], ['failed', { balance: 12, held: 0 }])
  })
})

test.group('The files of deleted pictures', () => {
  test('are removed ten minutes later, unless a branch shows them', async ({ assert }) => {
    const { db, pictures, userId, sessionId, files, parts } = await setUp()
    const [shared, own] = [picture(), picture()]
    const key = { userId, sessionId }
    const first = await pictures.add(key, shared)
    await pictures.add(key, shared)
    const second = await pictures.add(key, own)
    for (const { id } of [first, second]) assert.isTrue(await pictures.delete(userId, id))
    const removal = new RemovePictures(db, files as never)
    await removal.run()
    assert.deepEqual(parts.removed, [])
    await db.rawQuery(`UPDATE removed_chat_pictures SET removed_at = now() - INTERVAL '11 minutes'`)
    await removal.run()
    assert.include(parts.removed, own.file)
    assert.notInclude(parts.removed, shared.file)
  })

  test('include those of messages that were never sent, after a day', async ({ assert }) => {
    const { db, pictures, userId, sessionId, files, state } = await setUp()
    const { id } = await pictures.add({ userId, sessionId }, picture())
    const removal = new RemovePictures(db, files as never)
    const age = (hours: number) =>
      db.rawQuery(`UPDATE chat_pictures SET created_at = now() - make_interval(hours => ?) WHERE user_id = ?`, [
        hours,
        userId,
      ])
    await age(23)
    await removal.run()
    assert.equal(await state(id), 'ready')
    await age(25)
    await removal.run()
    assert.isNull(await state(id))
  })

  test('include those that are no longer behind their chat, after a day', async ({ assert }) => {
    const { db, pictures, userId, sessionId, files, state } = await setUp()
    const behind = () =>
      pictures.putBehind({ userId, sessionId }, { ...picture(), prompt: 'x'.repeat(2_000), modelName: 'Model' })
    const { id } = await behind()
    const removal = new RemovePictures(db, files as never)
    const age = () =>
      db.rawQuery(`UPDATE chat_pictures SET created_at = now() - INTERVAL '25 hours' WHERE user_id = ?`, [userId])
    await age()
    await removal.run()
    assert.equal(await state(id), 'ready')
    const next = await behind()
    await age()
    await removal.run()
    assert.deepEqual([await state(id), await state(next.id)], [null, 'ready'])
  })

  test('take at most 500 in a chat', async ({ assert }) => {
    const { db, pictures, userId, sessionId } = await setUp()
    await db.rawQuery(
      `INSERT INTO chat_pictures (user_id, id, chat_session_id, kind, file, width, height)
       SELECT ?::uuid, uuidv7(), ?::uuid, 'shown', gen_random_uuid(), 1, 1 FROM generate_series(1, 500)`,
      [userId, sessionId]
    )
    assert.equal(await pictures.check({ userId, sessionId }), 'too_many_pictures')
    assert.lengthOf((await pictures.list({ userId, sessionId }))!, 500)
  })
})
