import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { ReplyUsage } from '#modules/chat/index'
import { newId } from '#modules/kernel/ids'
import { tryLock } from '#modules/kernel/locks'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { appOwner } from '#tests/support/app'
import { ModelPrices } from '../src/prices/model_prices.ts'
import { CostsQuery } from '../src/usage/costs_query.ts'
import { RollUpUsage } from '../src/usage/roll_up_usage.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

interface Answer {
  kind?: 'reply' | 'reroll' | 'continue' | 'impersonate'
  state?: string
  errorCode?: string | null
  at: string
  model?: string
  tokens?: [number, number] | null
  cost?: number
}

/** Adds replies of one chat, as the statements of replies leave them. Rerolls and continuations are those of the first answer. */
const addReplies = async (replies: readonly Answer[]) => {
  const owner = await appOwner()
  const [user, chat, first] = [newId(), newId(), newId()]
  await owner.rawQuery('INSERT INTO chat_sessions (user_id, id, next_position) VALUES (?, ?, 50)', [user, chat])
  for (const [index, reply] of replies.entries()) {
    const { kind = 'reply', state = 'written', errorCode = null, at, model = 'small', cost = 2 } = reply
    const tokens = reply.tokens === undefined ? [100, 10] : (reply.tokens ?? [null, null])
    const id = newId()
    const message = kind === 'impersonate' ? chat : kind === 'reply' && index > 0 ? newId() : first
    await owner.rawQuery(
      `INSERT INTO replies (user_id, id, chat_session_id, kind, message_id, position, tier, cost, state, error_code, owner, continues, created_at, ended_at)
       VALUES (?, ?, ?, ?, ?, ?, 'basic', ?, ?, ?, ?, ?, ?, ?)`,
      [
        user,
        id,
        chat,
        kind,
        message,
        index + 1,
        cost,
        state,
        errorCode,
        newId(),
        kind === 'continue' ? first : null,
        at,
        state === 'running' ? null : at,
      ] as never
    )
    const columns = 'content, state, model_id, provider, input_tokens, output_tokens, created_at'
    const values = ['Good evening.', 'complete', model, 'host', ...tokens, at]
    if (state === 'failed' || kind === 'continue' || kind === 'impersonate') continue
    await owner.rawQuery(
      kind === 'reroll'
        ? `INSERT INTO chat_message_alternates (user_id, id, message_id, position, ruby_cost, is_cut, ${columns}) VALUES (?, ?, ?, ?, 2, false, ?, ?, ?, ?, ?, ?, ?)`
        : `INSERT INTO chat_messages (user_id, id, chat_session_id, position, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [user, kind === 'reroll' ? id : message, kind === 'reroll' ? first : chat, index + 1, ...values] as never
    )
  }
}

const clear = async () => {
  await (
    await appOwner()
  ).rawQuery(
    `DELETE FROM usage_cells; DELETE FROM usage_progress; DELETE FROM model_prices;
     DELETE FROM replies WHERE created_at >= '2030-01-01' AND created_at < '2030-01-04'`
  )
}

/** The clock is at the beginning of 2030. */
const setUp = async () => {
  const { container } = app
  const [db, usage] = [await container.make(Database), await container.make(ReplyUsage)]
  const timers = new AdjustableTimers()
  const room = { models: [{ provider: 'host', model: 'new' }] }
  const prices = new ModelPrices(db, room as never, timers)
  const changes: unknown[] = []
  prices.changed.on(async ({ provider, model, before, after }) => void changes.push({ provider, model, before, after }))
  const rollUp = new RollUpUsage(db, usage, timers)
  const costs = new CostsQuery(db, room as never, prices, timers)
  const csv = async () => (await Array.fromAsync(costs.file(30))).join('')
  const countAll = async () => {
    while (!(await rollUp.step()));
  }
  return { timers, prices, changes, rollUp, costs, csv, countAll }
}

const price = (model: string, inputMicrodollars: number, outputMicrodollars: number) => ({
  provider: 'host',
  model,
  inputMicrodollars,
  outputMicrodollars,
})

const at = (time: string) => `2030-01-01T${time}Z`

test.group('Usage and costs', (group) => {
  group.each.setup(async () => {
    await clear()
    return clear
  })

  test('counts each reply once, by day, tier and model', async ({ assert }) => {
    const { timers, costs, countAll } = await setUp()
    await countAll()
    await addReplies([
      { at: at('00:00:10') },
      { at: at('00:01:00'), kind: 'reroll', model: 'large', tokens: [300, 30] },
      { at: at('00:05:00'), kind: 'continue' },
      { at: at('00:06:00'), tokens: null },
      { at: at('00:07:00'), state: 'failed', errorCode: 'unavailable' },
      { at: at('00:08:00'), kind: 'impersonate' },
      { at: at('00:09:00'), state: 'running' },
    ])
    await timers.advance(4 * hourMs)
    await countAll()
    await countAll()
    const { total, days, tiers, models, startedOn, countedUntil } = await costs.run(7)
    const expected = {
      replies: 5,
      uncounted: 2,
      unpriced: 3,
      inputTokens: 400,
      outputTokens: 40,
      rubiesTaken: 10,
      rubiesGivenBack: 2,
      microdollars: 0,
    }
    assert.deepEqual(total, expected)
    assert.deepEqual(days, [{ day: '2030-01-01', ...expected }])
    assert.deepEqual(tiers, [{ tier: 'basic', ...expected }])
    assert.deepEqual(
      models.map(({ model, replies, uncounted, inputTokens }) => [model, replies, uncounted, inputTokens]),
      [
        ['small', 3, 1, 100],
        ['', 1, 1, 0],
        ['large', 1, 0, 300],
        ['new', 0, 0, 0],
      ]
    )
    assert.deepEqual([startedOn, countedUntil], ['2030-01-01', '2030-01-01T01:00:00.000Z'])
  })

  test('waits until every reply of a span has ended, and lets one process count', async ({ assert }) => {
    const { timers, costs, rollUp } = await setUp()
    await addReplies([{ at: at('00:00:10') }])
    await timers.advance(3 * hourMs + 2 * minuteMs - 1)
    // The first step stores the day of the first run.
    assert.isTrue(await rollUp.step())
    await timers.advance(1)
    const trx = await (await app.container.make(Database)).transaction()
    await tryLock(trx, 'costs.usage')
    assert.isTrue(await rollUp.step())
    await trx.rollback()
    assert.equal((await costs.run(7)).total.replies, 0)
    assert.isFalse(await rollUp.step())
    assert.equal((await costs.run(7)).total.replies, 1)
  })

  test('adds nothing when the step that counts fails', async ({ assert }) => {
    const { timers } = await setUp()
    const db = await app.container.make(Database)
    const invalid = { tier: 'basic', provider: 'host', model: 'small', replies: 1 }
    const rollUp = new RollUpUsage(db, { between: async () => [invalid] } as never, timers)
    await rollUp.step()
    await timers.advance(4 * hourMs)
    await assert.rejects(() => rollUp.step())
    const { rows } = await (await appOwner()).rawQuery('SELECT count(*)::int AS cells FROM usage_cells')
    assert.equal(rows[0].cells, 0)
  })

  test('counts a price from its day on, and the first one also before', async ({ assert }) => {
    const { timers, prices, changes, costs, countAll, csv } = await setUp()
    await countAll()
    await addReplies([
      { at: at('00:00:10'), tokens: [1_000_000, 500_000] },
      { at: '2030-01-02T00:00:10Z', tokens: [1_000_000, 500_000] },
      { at: '2030-01-02T00:00:10Z', tokens: [10, 10], model: '=free' },
    ])
    await timers.advance(dayMs + 4 * hourMs)
    await countAll()
    assert.isNull(await prices.set(newId(), [price('small', 150_000, 600_000)]))
    assert.isNull(await prices.set(newId(), [price('small', 150_000, 600_000), price('new', 0, 0)]))
    assert.equal((await costs.run(7)).total.microdollars, 900_000)
    await timers.advance(dayMs)
    await prices.set(newId(), [price('small', 1, 1)])
    assert.equal((await costs.run(7)).total.microdollars, 900_000)
    const report = await costs.run(7)
    assert.deepEqual(
      report.days.map(({ microdollars, unpriced }) => [microdollars, unpriced]),
      [
        [450_000, 0],
        [450_000, 1],
      ]
    )
    assert.deepEqual(report.models.find(({ model }) => model === 'small')?.price, {
      inputMicrodollars: 1,
      outputMicrodollars: 1,
      since: '2030-01-03',
    })
    assert.lengthOf(changes, 3)
    assert.deepEqual(changes[0], {
      provider: 'host',
      model: 'small',
      before: null,
      after: { inputMicrodollars: 150_000, outputMicrodollars: 600_000 },
    })
    assert.equal(
      await csv(),
      [
        'day,tier,provider,model,replies,replies_without_tokens,input_tokens,output_tokens,rubies_taken,rubies_given_back,cost_usd',
        '2030-01-01,basic,host,small,1,0,1000000,500000,2,0,0.45',
        "2030-01-02,basic,host,'=free,1,0,10,10,2,0,",
        '2030-01-02,basic,host,small,1,0,1000000,500000,2,0,0.45',
        '',
      ].join('\r\n')
    )
  })

  test('sets all prices or none, and only of models that were used or answer now', async ({ assert }) => {
    const { prices } = await setUp()
    const unknown = await prices.set(newId(), [price('new', 1, 1), price('elsewhere', 1, 1)])
    assert.equal(unknown?.model, 'elsewhere')
    assert.deepEqual(await prices.current(), [])
  })
})
