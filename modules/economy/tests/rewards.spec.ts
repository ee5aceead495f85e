import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { BalanceReader } from '#modules/accounts/index'
import { awaitMidnightIfNear } from '#tests/support/one_day'
import { DatabaseLedger } from '../src/ledger/database_ledger.ts'
import { ClaimDailyReward } from '../src/rewards/claim_daily_reward.ts'
import { ClaimDiscordReward, type MembershipCheck } from '../src/rewards/claim_discord_reward.ts'
import { setUp as setUpLedger } from './support.ts'

const setUp = async ({
  connections,
  membership = 'trust',
}: { connections?: number; membership?: MembershipCheck } = {}) => {
  const fixture = await setUpLedger(connections)
  const ledger = new DatabaseLedger(fixture.db)
  return {
    ...fixture,
    userId: await fixture.account(5),
    daily: new ClaimDailyReward(fixture.db, ledger, 10),
    moreDaily: new ClaimDailyReward(fixture.db, ledger, 20),
    discord: new ClaimDiscordReward(fixture.db, membership, 50),
  }
}

test.group('The daily reward', (group) => {
  group.each.setup(() => awaitMidnightIfNear())

  test('is there once a day, and says when the next one is', async ({ assert }) => {
    const { daily, userId, db } = await setUp()
    assert.deepEqual(await daily.check(userId), { canClaim: true, nextClaimAt: null })
    assert.deepEqual(await daily.claim(userId), { reward: 10, rubies: 15 })
    const [{ now }] = (await db.rawQuery('SELECT now() AS now')).rows
    const { canClaim, nextClaimAt } = await daily.check(userId)
    assert.isFalse(canClaim)
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
    assert.equal(nextClaimAt, new Date(midnight).toISOString())
    assert.deepEqual(await daily.claim(userId), { reward: null, rubies: 15 })
  })

  test('is there again on the next day', async ({ assert }) => {
    const { daily, userId, db } = await setUp()
    await db.rawQuery(
      `SELECT ledger_post(?::uuid, 10, 'daily_reward', 'Daily reward',
         'daily_reward:' || to_char((now() AT TIME ZONE 'UTC') - interval '1 day', 'YYYY-MM-DD'))`,
      [userId]
    )
    assert.isTrue((await daily.check(userId)).canClaim)
    assert.deepEqual(await daily.claim(userId), { reward: 10, rubies: 25 })
  })

  test('is one of 50 claims at once', async ({ assert }) => {
    const { daily, userId, lines } = await setUp({ connections: 16 })
    const claims = await Promise.all(Array.from({ length: 50 }, () => daily.claim(userId)))
    assert.lengthOf(
      claims.filter(({ reward }) => reward === 10),
      1
    )
    assert.isTrue(claims.every(({ rubies }) => rubies === 15))
    assert.deepEqual(await lines(userId), [
      ['purchase', 5],
      ['daily_reward', 10],
    ])
  })

  test('is claimed for today even when it has become another amount since', async ({ assert }) => {
    const { daily, moreDaily, userId } = await setUp()
    await daily.claim(userId)
    assert.deepEqual(await moreDaily.claim(userId), { reward: null, rubies: 15 })
    assert.isFalse((await moreDaily.check(userId)).canClaim)
  })

  test('pays what is owed first', async ({ assert }) => {
    const { daily, userId, takeBack, read } = await setUp()
    await takeBack(userId, 12)
    assert.deepEqual(await daily.claim(userId), { reward: 10, rubies: 3 })
    assert.deepInclude(await read(userId), { balance: 3, debt: 0 })
  })
})

test.group('The Discord reward', () => {
  test('is one of 50 claims at once, for ever, and the user has joined from then on', async ({ assert }) => {
    const { discord, userId, lines } = await setUp({ connections: 16 })
    const balances = await app.container.make(BalanceReader)
    assert.deepEqual(await balances.read(userId), { rubies: 5, rubyDebt: 0, discordJoined: false })
    const claims = await Promise.all(Array.from({ length: 50 }, () => discord.claim(userId)))
    assert.lengthOf(
      claims.filter(({ ok }) => ok),
      1
    )
    assert.deepEqual(
      claims.find(({ ok }) => ok),
      { ok: true, value: { reward: 50, rubies: 55 } }
    )
    assert.deepEqual(
      claims.find(({ ok }) => !ok),
      { ok: false, failure: { kind: 'claimed_already' } }
    )
    assert.deepEqual(await lines(userId), [
      ['purchase', 5],
      ['discord_reward', 50],
    ])
    assert.deepEqual(await balances.read(userId), { rubies: 55, rubyDebt: 0, discordJoined: true })
  })

  test('is for members only, where Discord can be asked', async ({ assert }) => {
    let isMember = false
    const { discord, userId, read } = await setUp({ membership: { isMember: async () => isMember } })
    assert.deepEqual(await discord.claim(userId), { ok: false, failure: { kind: 'not_a_member' } })
    assert.equal((await read(userId)).balance, 5)
    isMember = true
    assert.isTrue((await discord.claim(userId)).ok)
  })

  test('is for nobody where Discord should be asked and can’t be', async ({ assert }) => {
    const { discord, userId, read } = await setUp({ membership: 'unavailable' })
    assert.deepEqual(await discord.claim(userId), { ok: false, failure: { kind: 'membership_unknown' } })
    assert.equal((await read(userId)).balance, 5)
  })
})
