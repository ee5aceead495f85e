import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { Accounts } from '#modules/accounts/index'
import { aDraft } from '#modules/gallery/tests/support'
import type { PublicContent } from '#modules/gallery/index'
import type { Jobs } from '#modules/jobs/index'
import { newId } from '#modules/kernel/ids'
import { systemTimers } from '#plugins/contract/timers'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { startImageUpstream } from '#tests/support/image_upstream'
import { createMigratedDatabase, startServer } from '#tests/support/server'
import { waitUntil } from '#tests/support/wait_until'
import { SweepContent } from '../src/sweep_content.ts'
import { expectStatus } from './support.ts'

test.group('What was public before a moderation provider was chosen', () => {
  test('is judged, one thing at a time, and held where something is found', async ({ assert, cleanup }) => {
    const databaseUrl = await createMigratedDatabase()
    const before = await startServer({ databaseUrl })
    const run = asking(databaseUrl)
    const author = await new Client(before.url).register({ firstName: 'Bad Robin' })
    const moderator = await new Client(before.url).register()
    const create = async (fields: object): Promise<string> =>
      expectStatus(await author.post('/api/characters', { ...aDraft(), ...fields, isPublic: true }), 201).id
    const [good, bad] = [await create({}), await create({ name: 'Jo', backstory: 'Bad.' })]
    const comment = expectStatus(await author.post(`/api/characters/${good}/comments`, { content: 'Bad.' }), 201).id
    await run(`UPDATE users SET role = 'moderator' WHERE id = $1`, [moderator.user.id])
    await before.stop()

    const upstream = await startImageUpstream()
    cleanup(() => upstream.close())
    let [atOnce, mostAtOnce] = [0, 0]
    upstream.answer = async (call) => {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce)
      const results = call.body.input.map((text: string) => {
        const flagged = text.includes('Bad')
        return { flagged, categories: { hate: flagged } }
      })
      call.json({ results })
      await call.closed
      atOnce--
    }
    const server = await startServer({
      databaseUrl,
      env: {
        MODERATION: 'local, openai-compatible',
        MODERATION_BASE_URL: `${upstream.origin}/v1`,
        MODERATION_MODEL: 'text-moderation',
      },
    })
    cleanup(() => server.stop().then(() => {}))
    const desk = new Client(server.url)
    desk.cookie = moderator.cookie
    const sweep = async () => (await desk.get('/api/admin/content-sweep')).body.sweep
    await waitUntil('everything is judged', async () => (await sweep())?.isDone === true)
    assert.deepEqual(await sweep(), { judged: 5, held: 3, isDone: true })
    assert.equal(mostAtOnce, 1)
    const visitor = new Client(server.url)
    assert.equal((await visitor.get(`/api/characters/${good}`)).status, 200)
    assert.equal((await visitor.get(`/api/characters/${bad}`)).status, 404)
    assert.deepEqual((await visitor.get(`/api/characters/${good}/comments`)).body, [])
    const held = await run(`SELECT subject_id AS id FROM publication_reviews WHERE state = 'held'`)
    assert.sameMembers(
      held.map(({ id }) => id),
      [bad, comment, author.user.id]
    )
    const [{ id }] = await run('SELECT id FROM publication_reviews WHERE character_id = $1', [bad])
    const decision = { round: 1, approved: true }
    assert.equal((await desk.post(`/api/admin/reviews/${id}/decision`, decision)).status, 200)
    assert.equal((await visitor.get(`/api/characters/${bad}`)).status, 200)
  })

  /** A sweep over numbers, where a moderator has to decide about even ones. `failAt` throws as a provider does. */
  const setUp = async ({ failAt = Infinity, last = 4 } = {}) => {
    const { container } = app
    const [db, accounts] = [await container.make(Database), await container.make(Accounts)]
    const judges = newId()
    const state = { judges: judges as string | null, failAt }
    const judged: number[] = []
    const numberOf = (position: string | null) => Number(position ?? 0) + 1
    const content: PublicContent = {
      judges: async () => state.judges,
      next: async (position) => {
        const number = numberOf(position)
        return number > last ? null : { position: String(number), subject: { userId: String(number) } }
      },
      judge: async ({ userId }) => {
        if (Number(userId) >= state.failAt) throw new Error('The provider is away.')
        judged.push(Number(userId))
        return Number(userId) % 2 ? [] : ['hate']
      },
      hold: async ({ userId }) => Number(userId) !== 4,
    }
    const queued: string[] = []
    const statuses = new Map<string, { finishedAt: Date | null }>()
    const jobs = {
      enqueue: async ({ id }: { id: string }) => {
        queued.push(id)
        statuses.set(id, { finishedAt: null })
        return { id }
      },
      statuses: async () => statuses,
    } as unknown as Jobs
    const sweep = new SweepContent(db, content, accounts, jobs, systemTimers)
    const save = async () => {}
    const run = (signal = new AbortController().signal) =>
      sweep.run({ id: newId(), ownerId: newId(), payload: { judges }, progress: null, signal, save })
    return { sweep, state, judged, queued, statuses, run }
  }

  test('goes on where it was after an error, and is queued again only after a rest', async ({ assert }) => {
    const { sweep, state, judged, queued, statuses, run } = await setUp({ failAt: 3 })
    await sweep.begin()
    await sweep.begin()
    assert.lengthOf(queued, 1)
    await assert.rejects(run, 'The provider is away.')
    assert.deepEqual(await sweep.show(), { judged: 2, held: 1, isDone: false })
    const minute = 60_000
    statuses.set(queued[0]!, { finishedAt: new Date(Date.now() - 14 * minute) })
    await sweep.begin()
    assert.lengthOf(queued, 1)
    statuses.set(queued[0]!, { finishedAt: new Date(Date.now() - 16 * minute) })
    await sweep.begin()
    assert.lengthOf(queued, 2)
    state.failAt = Infinity
    await run()
    assert.deepEqual(judged, [1, 2, 3, 4])
    assert.deepEqual(await sweep.show(), { judged: 4, held: 1, isDone: true })
    statuses.clear()
    await sweep.begin()
    assert.lengthOf(queued, 2)
  })

  test('isn’t judged without a provider, or by one that was replaced', async ({ assert }) => {
    const { sweep, state, judged, queued, run } = await setUp()
    await sweep.begin()
    state.judges = 'another'
    await run()
    state.judges = null
    await sweep.begin()
    assert.deepEqual([judged, queued.length, await sweep.show()], [[], 1, null])
    const stopped = new AbortController()
    stopped.abort(new Error('stopping'))
    await assert.rejects(() => run(stopped.signal), 'stopping')
  })
})
