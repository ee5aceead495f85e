import type { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import type { Replicas } from '#modules/kernel/replicas'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { UserDirectory, type OpenedHour } from '#modules/accounts/index'
import { ReplyStatistics, type ReplyHour } from '#modules/chat/index'
import type { LedgerChecks, RubyFlow, RubyHour } from '#modules/economy/index'
import { RubyFlowQuery } from '#modules/economy/src/queries/ruby_flow_query'
import { newId } from '#modules/kernel/ids'
import type { Dashboard, Figures } from '../api.ts'
import { appOwner } from '#tests/support/app'
import { DashboardQuery } from '../src/dashboard/dashboard_query.ts'
import { visitApp, visitServer } from './support.ts'

const now = new Date('2026-11-21T15:20:30.400Z')
const nothing: Figures = { users: 0, replies: 0, rubiesIn: 0, rubiesOut: 0, providerErrors: 0, firstTextMs: null }

const at = (text: string) => new Date(`2026-11-${text}:00:00Z`)

const setUp = (hours: { opened?: OpenedHour[]; replies?: ReplyHour[]; rubies?: RubyHour[] } = {}) => {
  const asked: Date[] = []
  const since = (result: unknown[]) => async (moment: Date) => {
    asked.push(moment)
    return result
  }
  const sources = {
    users: { openedSince: since(hours.opened ?? []) },
    replies: { since: since(hours.replies ?? []) },
    rubies: { since: since(hours.rubies ?? []) },
    ledger: { last: async () => null },
  } as unknown as { users: UserDirectory; replies: ReplyStatistics; rubies: RubyFlow; ledger: LedgerChecks }
  const replicas = { run: (_: null, read: () => Promise<unknown>) => read() } as unknown as Replicas
  const timers = new AdjustableTimers({ startedAt: now.getTime() })
  return {
    query: new DashboardQuery(sources.users, sources.replies, sources.rubies, sources.ledger, timers, replicas),
    sources,
    timers,
    asked,
  }
}

test.group('The dashboard', () => {
  test('has a bucket for every hour and day in UTC, even if empty', async ({ assert }) => {
    const { query, asked } = setUp()
    const { periods, ledger } = await query.run()
    assert.isNull(ledger)
    assert.lengthOf(periods.day.buckets, 24)
    assert.lengthOf(periods.week.buckets, 7)
    assert.deepEqual(periods.day.buckets[0], { startsAt: '2026-11-20T16:00:00.000Z', ...nothing })
    assert.deepEqual(periods.day.buckets[23], { startsAt: '2026-11-21T15:00:00.000Z', ...nothing })
    assert.deepEqual(periods.week.buckets[0], { startsAt: '2026-11-15T00:00:00.000Z', ...nothing })
    assert.deepEqual(periods.week.buckets[6], { startsAt: '2026-11-21T00:00:00.000Z', ...nothing })
    assert.deepEqual(periods.day.totals, nothing)
    assert.deepEqual(
      asked.map((moment) => moment.toISOString()),
      Array.from({ length: 3 }, () => '2026-11-15T00:00:00.000Z')
    )
  })

  test('adds each hour to its buckets and to the totals', async ({ assert }) => {
    const { query } = setUp({
      opened: [
        { startsAt: at('15T00'), users: 1 },
        { startsAt: at('20T15'), users: 2 },
        { startsAt: at('20T16'), users: 4 },
        { startsAt: at('21T15'), users: 8 },
      ],
      rubies: [{ startsAt: at('21T14'), rubiesIn: 550, rubiesOut: 21 }],
      replies: [{ startsAt: at('21T14'), replies: 7, providerErrors: 3, firstTexts: [] }],
    })
    const { day, week } = (await query.run()).periods
    const users = ({ buckets }: typeof day) => buckets.map((bucket) => bucket.users)
    assert.deepEqual(users(day), [4, ...Array.from({ length: 22 }, () => 0), 8])
    assert.deepEqual(users(week), [1, 0, 0, 0, 0, 6, 8])
    assert.equal(day.totals.users, 12)
    assert.equal(week.totals.users, 15)
    const hour = { rubiesIn: 550, rubiesOut: 21, replies: 7, providerErrors: 3 }
    assert.deepInclude(day.buckets[22], hour)
    assert.deepInclude(week.buckets[6], hour)
    assert.deepInclude(week.totals, hour)
  })

  test('computes p50 and p95 over all replies, not over averages', async ({ assert }) => {
    const replies = (startsAt: Date, firstTexts: ReplyHour['firstTexts']) => ({
      startsAt,
      replies: 0,
      providerErrors: 0,
      firstTexts,
    })
    const { query } = setUp({
      replies: [
        replies(at('21T15'), [
          { ms: 900, count: 1 },
          { ms: 100, count: 9 },
        ]),
        replies(at('21T14'), [{ ms: 400, count: 90 }]),
      ],
    })
    const { day } = (await query.run()).periods
    assert.deepEqual(day.buckets[23]!.firstTextMs, { p50: 100, p95: 900 })
    assert.deepEqual(day.buckets[22]!.firstTextMs, { p50: 400, p95: 400 })
    assert.isNull(day.buckets[21]!.firstTextMs)
    assert.deepEqual(day.totals.firstTextMs, { p50: 400, p95: 400 })
  })

  test('caches for ten seconds, but not after a failure', async ({ assert }) => {
    const { query, timers, asked, sources } = setUp()
    const [one, two] = await Promise.all([query.run(), query.run()])
    assert.strictEqual(one, two)
    assert.lengthOf(asked, 3)
    await timers.advance(9_999)
    await query.run()
    assert.lengthOf(asked, 3)
    await timers.advance(1)
    await query.run()
    assert.lengthOf(asked, 6)

    await timers.advance(10_000)
    const { last } = sources.ledger
    sources.ledger.last = () => Promise.reject(new Error('away'))
    await assert.rejects(() => query.run(), 'away')
    sources.ledger.last = last
    assert.isNull((await query.run()).ledger)
  })

  test('re-reads only hours that may have changed, and drops old ones', async ({ assert }) => {
    const { query, timers, asked, sources } = setUp({
      opened: [
        { startsAt: at('15T00'), users: 1 },
        { startsAt: at('21T11'), users: 2 },
        { startsAt: at('21T12'), users: 4 },
      ],
    })
    assert.equal((await query.run()).periods.week.totals.users, 7)
    sources.users.openedSince = async (moment) => {
      asked.push(moment)
      return [{ startsAt: at('21T12'), users: 8 }]
    }
    await timers.advance(60_000)
    assert.equal((await query.run()).periods.week.totals.users, 11)
    assert.equal(asked.at(-1)!.toISOString(), '2026-11-21T12:00:00.000Z')

    sources.users.openedSince = async () => []
    await timers.advance(at('22T16').getTime() - timers.now())
    const { day, week } = (await query.run()).periods
    assert.equal(day.totals.users, 0)
    assert.equal(week.totals.users, 2, 'the first day is dropped, and unsettled hours are read again')
  })

  test('shows recent activity to an admin', async ({ assert }) => {
    const { admin } = await visitServer()
    const { status, body } = await admin.get('/api/admin/dashboard')
    assert.equal(status, 200)
    const { periods } = body as Dashboard
    assert.isAbove(periods.day.totals.users, 0)
    assert.isAbove(periods.week.totals.rubiesIn, 0)
    assert.property(body, 'ledger')
  })
})

test.group('The dashboard’s sources', () => {
  const hourOf = (moment: Date) => new Date(Math.floor(moment.getTime() / 3_600_000) * 3_600_000)
  // A century after the data of other tests.
  const moment = new Date('2126-05-05T05:05:05Z')
  const ofTheHour = <Hour extends { startsAt: Date }>(hours: Hour[], from = moment) =>
    hours.filter(({ startsAt }) => startsAt.getTime() === hourOf(from).getTime())

  test('count replies by outcome and time to first text', async ({ assert }) => {
    const { rows, container } = await visitApp()
    const hex = moment.getTime().toString(16).padStart(12, '0')
    const idAt = () => `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`
    const reply = (state: string, errorCode: string | null, firstTextMs: number | null) =>
      rows(
        `INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, state, owner,
           error_code, created_at, ended_at, first_text_ms)
         VALUES (?::uuid, ?::uuid, ?::uuid, ?::uuid, ?::uuid, 1, 'basic', 1, ?, ?::uuid, ?, ?::timestamptz, ?::timestamptz, ?::int)`,
        [
          idAt(),
          ...Array.from({ length: 4 }, newId),
          state,
          newId(),
          errorCode,
          moment,
          state === 'running' ? null : moment,
          firstTextMs,
        ]
      )
    await reply('written', null, 0)
    await reply('written', null, 1_000)
    await reply('written', null, 1_010)
    await reply('stopped', null, 60_000)
    await reply('stopped', 'stopped', null)
    await reply('stopped', 'deleted', 300)
    await reply('failed', 'rate_limited', null)
    await reply('failed', 'empty_reply', null)
    await reply('broken_off', 'cut_off', 1_000)
    await reply('failed', 'server_lost', null)
    await reply('broken_off', 'server_stopping', 1_000)
    await reply('running', null, null)

    const statistics = await container.make(ReplyStatistics)
    const [hour] = ofTheHour(await statistics.since(moment))
    assert.equal(hour!.replies, 4)
    assert.equal(hour!.providerErrors, 3)
    const firstTexts = hour!.firstTexts.sort((one, other) => one.ms - other.ms)
    assert.deepEqual(
      firstTexts.map(({ count }) => count),
      [1, 1, 4, 1]
    )
    for (const [index, ms] of [0, 300, 1_000, 60_000].entries())
      assert.closeTo(firstTexts[index]!.ms, ms, 0.026 * ms + 0.5, 'in steps of 5 %')
    assert.deepEqual(ofTheHour(await statistics.since(new Date(moment.getTime() + 1))), [])
  })

  test('count rubies in and out, without refunds of holds', async ({ assert }) => {
    const userId = newId()
    const lines: [string, number][] = [
      ['welcome', 50],
      ['purchase', 500],
      ['admin_grant', 20],
      ['daily_reward', 10],
      ['discord_reward', 50],
      ['dispute_won', 7],
      ['refund', -7],
      ['dispute', -7],
      ['debt_payment', -1],
      ['admin_deduction', -2],
      ['chat', -3],
      ['reroll', -15],
    ]
    // Entries without an account break the ledger's check, so the transaction is rolled back.
    const trx = await (await appOwner()).transaction()
    try {
      for (const [index, [type, amount]] of lines.entries())
        await trx.rawQuery(
          `INSERT INTO ruby_transactions (user_id, seq, amount, balance_after, type, description, created_at, hold_id)
           VALUES (?::uuid, ?::int, ?::int, 1000, ?::ruby_transaction_type, 'A test', ?::timestamptz, uuidv7())`,
          [userId, index + 1, amount, type, moment]
        )
      const flow = new RubyFlowQuery(trx as unknown as Database)
      assert.deepEqual(ofTheHour(await flow.since(moment)), [
        { startsAt: hourOf(moment), rubiesIn: 630, rubiesOut: 18 },
      ])
      assert.deepEqual(ofTheHour(await flow.since(new Date(moment.getTime() + 1))), [])
    } finally {
      await trx.rollback()
    }
  })

  test('count new accounts, without the built-in one', async ({ assert }) => {
    const { open, rows, accounts, container } = await visitApp()
    const ids = [(await open()).id, (await open()).id, await accounts.builtInAccount()]
    await rows('UPDATE users SET created_at = ?::timestamptz WHERE id = ANY (?::uuid[])', [moment, ids])
    const directory = await container.make(UserDirectory)
    assert.deepEqual(ofTheHour(await directory.openedSince(moment)), [{ startsAt: hourOf(moment), users: 2 }])
  })
})
