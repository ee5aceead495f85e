import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { BalanceReader } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import type { Limiters } from '#modules/kernel/rate_limit'
import { testWithinOneDay } from '#tests/support/one_day'
import type { EconomySettings } from '../index.ts'
import { WelcomeUser } from '../src/actions/welcome_user.ts'
import { DatabaseLedger } from '../src/ledger/database_ledger.ts'
import { ClaimDailyReward } from '../src/rewards/claim_daily_reward.ts'
import { ClaimDiscordReward, type MembershipCheck } from '../src/rewards/claim_discord_reward.ts'
import { NetworkRewards, purgeNetworkRewards } from '../src/rewards/network_rewards.ts'
import { SeenNetworks } from '../src/shares/seen_networks.ts'
import { setUp as setUpLedger } from './support.ts'

const setUp = async ({
  connections,
  membership = 'trust',
  perNetwork = null,
  needsEmail = false,
}: { connections?: number; membership?: MembershipCheck; perNetwork?: number | null; needsEmail?: boolean } = {}) => {
  const fixture = await setUpLedger(connections)
  const ledger = new DatabaseLedger(fixture.db)
  // A separate key per test, so that networks don't overlap.
  const rewards = {
    rubiesPerNetworkAndDay: perNetwork,
    networkKey: newId(),
    welcomeNeedsEmail: needsEmail,
    checksDiscordMembership: false,
  }
  const networks = new NetworkRewards(rewards, { enabled: true } as Limiters)
  const seen = new SeenNetworks(fixture.db, rewards, { creatorSharePercent: 10 })
  const welcome = new WelcomeUser(ledger, networks, seen, { welcomeRubies: 50 } as EconomySettings, rewards)
  return {
    ...fixture,
    networks,
    /** Opens a ruby account like a registration from this address. */
    async opened(address: string | null, hadAccount = false, isEmailVerified = false) {
      const userId = newId()
      const database = await app.container.make(Database)
      await database.transaction((trx) =>
        welcome.run({ userId, hadAccount, isEmailVerified, address, invitation: null }, trx)
      )
      return userId
    },
    async verified(userId: string, { address = '192.0.2.1', hadAccount = false } = {}) {
      const database = await app.container.make(Database)
      await database.transaction((trx) => welcome.emailVerified({ userId, hadAccount, address }, trx))
    },
    userId: await fixture.account(5),
    daily: new ClaimDailyReward(fixture.db, ledger, networks, { dailyRewardRubies: 10 } as EconomySettings),
    moreDaily: new ClaimDailyReward(fixture.db, ledger, networks, { dailyRewardRubies: 20 } as EconomySettings),
    discord: new ClaimDiscordReward(fixture.db, membership, networks, 50),
  }
}

const refusedWith = (kind: string, rubies: number) => ({ ok: false, failure: { kind, rubies } })

test.group('Welcome rubies that need a verified address', () => {
  const waiting = async (userId: string) =>
    (await (await app.container.make(BalanceReader)).read(userId)).welcomeRubiesWaiting

  test('wait for the address, and are credited once', async ({ assert }) => {
    const { opened, verified, ledger } = await setUp({ needsEmail: true })
    const userId = await opened('192.0.2.1')
    assert.deepEqual([await ledger.rubies(userId), await waiting(userId)], [0, 50])
    await verified(userId)
    assert.deepEqual([await ledger.rubies(userId), await waiting(userId)], [50, 0])
    await verified(userId)
    assert.equal(await ledger.rubies(userId), 50)
  })

  test('don’t wait when a provider or the operator vouches for the address', async ({ assert }) => {
    const { opened, ledger } = await setUp({ needsEmail: true })
    for (const userId of [await opened('192.0.2.1', false, true), await opened(null)])
      assert.deepEqual([await ledger.rubies(userId), await waiting(userId)], [50, 0])
  })

  test('are not promised to an e-mail that had them, and not credited when it got another one that had', async ({
    assert,
  }) => {
    const { opened, verified, ledger } = await setUp({ needsEmail: true })
    const [known, changed] = [await opened('192.0.2.1', true), await opened('192.0.2.1')]
    assert.equal(await waiting(known), 0)
    await verified(known)
    await verified(changed, { hadAccount: true })
    assert.deepEqual([await ledger.rubies(known), await ledger.rubies(changed), await waiting(changed)], [0, 0, 0])
  })

  test('count towards the limit of the network that verifies', async ({ assert }) => {
    const { opened, verified, ledger } = await setUp({ needsEmail: true, perNetwork: 60 })
    const [first, second, third] = [await opened('192.0.2.1'), await opened('192.0.2.2'), await opened('192.0.2.3')]
    await verified(first, { address: '198.51.100.1' })
    await verified(second, { address: '198.51.100.2' })
    await verified(third, { address: '203.0.113.1' })
    assert.deepEqual([await ledger.rubies(first), await ledger.rubies(second), await ledger.rubies(third)], [50, 0, 50])
  })

  test('are credited at once by default, and not again by a verified address', async ({ assert }) => {
    const { opened, verified, ledger } = await setUp()
    const userId = await opened('192.0.2.1')
    await verified(userId)
    assert.equal(await ledger.rubies(userId), 50)
  })
})

test.group('The daily reward', () => {
  testWithinOneDay('can be claimed once a day, and reports the next time', async ({ assert }) => {
    const { daily, userId, db } = await setUp()
    assert.deepEqual(await daily.check(userId), { canClaim: true, nextClaimAt: null })
    assert.deepEqual(await daily.run(userId, null), { ok: true, value: { reward: 10, rubies: 15 } })
    const [{ now }] = (await db.rawQuery('SELECT now() AS now')).rows
    const { canClaim, nextClaimAt } = await daily.check(userId)
    assert.isFalse(canClaim)
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
    assert.equal(nextClaimAt, new Date(midnight).toISOString())
    assert.deepEqual(await daily.run(userId, null), refusedWith('claimed_already', 15))
  })

  testWithinOneDay('can be claimed again the next day', async ({ assert }) => {
    const { daily, userId, db } = await setUp()
    await db.rawQuery(
      `SELECT ledger_post(?::uuid, 10, 'daily_reward', 'Daily reward',
         'daily_reward:' || to_char((now() AT TIME ZONE 'UTC') - interval '1 day', 'YYYY-MM-DD'))`,
      [userId]
    )
    assert.isTrue((await daily.check(userId)).canClaim)
    assert.deepEqual(await daily.run(userId, null), { ok: true, value: { reward: 10, rubies: 25 } })
  })

  testWithinOneDay('is posted once for 50 concurrent claims', async ({ assert }) => {
    const { daily, userId, lines } = await setUp({ connections: 16 })
    const claims = await Promise.all(Array.from({ length: 50 }, () => daily.run(userId, null)))
    assert.lengthOf(
      claims.filter(({ ok }) => ok),
      1
    )
    assert.isTrue(claims.every((claim) => (claim.ok ? claim.value : claim.failure).rubies === 15))
    assert.deepEqual(await lines(userId), [
      ['purchase', 5],
      ['daily_reward', 10],
    ])
  })

  testWithinOneDay('counts as claimed even when its amount changed since', async ({ assert }) => {
    const { daily, moreDaily, userId } = await setUp()
    await daily.run(userId, null)
    assert.deepEqual(await moreDaily.run(userId, null), refusedWith('claimed_already', 15))
    assert.isFalse((await moreDaily.check(userId)).canClaim)
  })

  testWithinOneDay('pays a debt first', async ({ assert }) => {
    const { daily, userId, takeBack, read } = await setUp()
    await takeBack(userId, 12)
    assert.deepEqual(await daily.run(userId, null), { ok: true, value: { reward: 10, rubies: 3 } })
    assert.deepInclude(await read(userId), { balance: 3, debt: 0 })
  })
})

test.group('The Discord reward', () => {
  test('is posted once for 50 concurrent claims, and marks the user as joined', async ({ assert }) => {
    const { discord, userId, lines } = await setUp({ connections: 16 })
    const balances = await app.container.make(BalanceReader)
    assert.deepEqual(await balances.read(userId), {
      rubies: 5,
      rubyDebt: 0,
      discordJoined: false,
      welcomeRubiesWaiting: 0,
    })
    const claims = await Promise.all(Array.from({ length: 50 }, () => discord.run(userId, null)))
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
    assert.deepEqual(await balances.read(userId), {
      rubies: 55,
      rubyDebt: 0,
      discordJoined: true,
      welcomeRubiesWaiting: 0,
    })
  })

  test('requires membership where Discord can be asked', async ({ assert }) => {
    let isMember = false
    const { discord, userId, read } = await setUp({ membership: { isMember: async () => isMember } })
    assert.deepEqual(await discord.run(userId, null), { ok: false, failure: { kind: 'not_a_member' } })
    assert.equal((await read(userId)).balance, 5)
    isMember = true
    assert.isTrue((await discord.run(userId, null)).ok)
  })

  test('is refused when Discord should be asked and can’t be', async ({ assert }) => {
    const { discord, userId, read } = await setUp({ membership: 'unavailable' })
    assert.deepEqual(await discord.run(userId, null), { ok: false, failure: { kind: 'membership_unknown' } })
    assert.equal((await read(userId)).balance, 5)
  })
})

test.group('Rewards per network and day', () => {
  const rubiesOf = async ({ ledger }: Awaited<ReturnType<typeof setUp>>, userIds: string[]) =>
    Promise.all(userIds.map((userId) => ledger.rubies(userId)))

  testWithinOneDay('are limited under concurrency, and further accounts open without them', async ({ assert }) => {
    const fixture = await setUp({ perNetwork: 500 })
    const userIds = await Promise.all(Array.from({ length: 25 }, (_, n) => fixture.opened(`203.0.113.${n}`)))
    const rubies = await rubiesOf(fixture, userIds)
    assert.lengthOf(
      rubies.filter((count) => count === 50),
      10
    )
    assert.lengthOf(
      rubies.filter((count) => count === 0),
      15
    )
    assert.deepEqual(await fixture.problemsOf(...userIds), [])
  })

  testWithinOneDay('are counted together, and a refused one changes nothing', async ({ assert }) => {
    const fixture = await setUp({ perNetwork: 105 })
    const { daily, discord, userId, opened, lines } = fixture
    const address = '2001:db8:7:1::1'
    await opened(address)
    assert.isTrue((await discord.run(userId, '2001:db8:7:ffff::2')).ok)
    assert.deepEqual(await daily.run(userId, address), refusedWith('network_limit', 55))
    const other = await fixture.account()
    assert.deepEqual(await discord.run(other, address), { ok: false, failure: { kind: 'network_limit' } })
    assert.deepEqual(await lines(userId), [
      ['purchase', 5],
      ['discord_reward', 50],
    ])
    assert.isTrue((await daily.check(userId)).canClaim)
    // The reward is still available from another network and on another day.
    assert.isTrue((await daily.run(userId, '2001:db8:8::1')).ok)
    await fixture.db.rawQuery('UPDATE ruby_network_rewards SET day = day - 1')
    assert.isTrue((await discord.run(other, address)).ok)
  })

  testWithinOneDay('count a repeated claim once', async ({ assert }) => {
    const { daily, userId, account } = await setUp({ connections: 16, perNetwork: 20 })
    const address = '198.51.100.1'
    await Promise.all(Array.from({ length: 20 }, () => daily.run(userId, address)))
    assert.isTrue((await daily.run(await account(), address)).ok)
    assert.isFalse((await daily.run(await account(), address)).ok)
  })

  testWithinOneDay('are unlimited without an address or a limit, and none with a limit of zero', async ({ assert }) => {
    const limited = await setUp({ perNetwork: 0 })
    assert.deepEqual(await rubiesOf(limited, [await limited.opened('192.0.2.1'), await limited.opened(null)]), [0, 50])
    const free = await setUp()
    assert.deepEqual(await rubiesOf(free, [await free.opened('192.0.2.1')]), [50])
  })

  testWithinOneDay('store no address and are purged after two days', async ({ assert }) => {
    const { opened, db } = await setUp({ perNetwork: 500 })
    const database = await app.container.make(Database)
    const count = async () => (await db.rawQuery('SELECT * FROM ruby_network_rewards')).rows.length
    await db.rawQuery('DELETE FROM ruby_network_rewards')
    await opened('192.0.2.77')
    const { rows } = await db.rawQuery('SELECT * FROM ruby_network_rewards')
    assert.notInclude(JSON.stringify(rows), '192.0.2')
    await db.rawQuery('UPDATE ruby_network_rewards SET day = day - 1')
    await purgeNetworkRewards(database)
    assert.equal(await count(), 1)
    await db.rawQuery('UPDATE ruby_network_rewards SET day = day - 1')
    await purgeNetworkRewards(database)
    assert.equal(await count(), 0)
  })

  testWithinOneDay('include no welcome rubies for an e-mail that had an account', async ({ assert }) => {
    const fixture = await setUp()
    assert.deepEqual(await rubiesOf(fixture, [await fixture.opened(null, true)]), [0])
  })
})
