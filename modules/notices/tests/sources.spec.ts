import app from '@adonisjs/core/services/app'
import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import type { FinishedReply } from '#modules/chat/index'
import { Talkers } from '#modules/chat/index'
import { DatabaseFollows } from '#modules/community/src/database_follows'
import { RubyAdjustments, Ledger } from '#modules/economy/index'
import { newId } from '#modules/kernel/ids'
import type { Sight } from '#modules/realtime/index'
import { RewardReminders } from '../src/sources/reward_reminders.ts'
import { ReplyEvents } from '../src/sources/reply_events.ts'
import { setUp, viewer } from './support.ts'

const kindsOf = (rows: Record<string, any>[]) => rows.map(({ kind }) => kind)

test.group('Sources of notifications', () => {
  test('tells a creator of each follower once', async ({ assert }) => {
    const { newUser, rows, describe } = await setUp()
    const follows = await app.container.make(DatabaseFollows)
    const [creator, ann, ben] = [await newUser('Cleo'), await newUser('Ann'), await newUser('Ben')]
    await follows.follow(ann, creator)
    await follows.unfollow(ann, creator)
    await follows.follow(ann, creator)
    await follows.follow(ben, creator)
    const followers = (await rows(creator)).filter(({ kind }) => kind === 'follower')
    assert.deepEqual(
      (
        await describe.run(
          viewer(creator),
          followers.map(({ id }) => id)
        )
      ).map(({ title }) => title),
      ['Ann follows you', 'Ben follows you']
    )
    const group = { id: 'x', kind: 'follower' as const, count: 2, subjects: [{ actorId: ben }, { actorId: ann }] }
    assert.equal((await describe.describe(viewer(creator), [group])).get('x')!.title, 'Ben and 1 other follow you')
  })

  test('tells of rubies that an admin gave, but not of those that were taken or repeated', async ({ assert }) => {
    const { db, newUser, rows } = await setUp()
    const userId = await newUser()
    const [adjustments, ledger] = [await app.container.make(RubyAdjustments), await app.container.make(Ledger)]
    for (const amount of [7, -3]) await db.transaction((trx) => adjustments.adjust({ userId, amount }, trx))
    const purchase = { userId, amount: 100, type: 'purchase' as const, description: 'A pack', key: 'pack' }
    for (let time = 0; time < 2; time++) await ledger.post(purchase)
    const received = (await rows(userId)).filter(({ kind }) => kind === 'rubies_received')
    assert.deepEqual(
      received.map(({ subject: { rubies, source } }) => [rubies, source]),
      [
        [7, 'gift'],
        [100, 'purchase'],
      ]
    )
  })

  test('reminds of a daily reward once a day, until it is claimed', async ({ assert }) => {
    const { newUser, rows, ask } = await setUp()
    const reminders = await app.container.make(RewardReminders)
    const userId = await newUser()
    const reminded = async () => (await rows(userId)).filter(({ kind }) => kind === 'reward_ready')
    await reminders.remind(userId)
    assert.lengthOf(await reminded(), 1, 'the account began with it')
    await ask(`UPDATE notifications SET key = 'reward_ready:yesterday' WHERE user_id = ? AND kind = 'reward_ready'`, [
      userId,
    ])
    await reminders.remind(userId)
    assert.lengthOf(await reminded(), 1, 'this process has asked today')

    const other = await newUser()
    await ask('DELETE FROM notifications WHERE user_id = ?', [other])
    await ask(
      `SELECT ledger_post(?::uuid, 10, 'daily_reward', 'Daily reward', 'daily_reward:' || to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD'))`,
      [other]
    )
    await reminders.remind(other)
    assert.lengthOf(await rows(other), 0)
  })

  test('tells of a finished reply only while its user is away', async ({ assert }) => {
    const { db, notifications, newUser, rows, ask } = await setUp()
    const userId = await newUser()
    const [{ id: sessionId }] = await ask(
      'INSERT INTO chat_sessions (user_id, character_id, next_position) VALUES (?, ?, 3) RETURNING id',
      [userId, newId()]
    )
    let [sight, statements] = ['in_sight' as Sight, 0]
    const counted = {
      transaction: (run: never) => {
        statements++
        return db.transaction(run)
      },
    }
    const talkers = await app.container.make(Talkers)
    const source = new ReplyEvents(
      counted as never,
      {} as never,
      { sightOf: async () => sight } as never,
      { isGroup: (of: string, id: string) => (statements++, talkers.isGroup(of, id)) } as never,
      notifications,
      await app.container.make(Logger)
    )
    const reply: FinishedReply = {
      userId,
      sessionId,
      characterId: newId(),
      messageId: newId(),
      kind: 'reply',
      isFollowed: true,
    }
    const told = async () => kindsOf(await rows(userId)).filter((kind) => kind === 'reply_finished').length
    await source.notify(reply)
    sight = 'none'
    await source.notify(reply)
    assert.deepEqual([await told(), statements], [0, 0], 'in sight, or read by a program')
    await source.notify({ ...reply, isFollowed: false })
    await source.notify({ ...reply, isFollowed: false })
    assert.equal(await told(), 1)
    sight = 'hidden'
    await source.notify({ ...reply, kind: 'reroll' })
    assert.equal(await told(), 2)
    await source.notify({ ...reply, sessionId: newId(), messageId: newId() })
    assert.equal(await told(), 2, 'a chat that was deleted')
  })

  test('deletes everything with the account, and exports it before', async ({ assert }) => {
    const { accounts, db, newUser, rows, ask, add } = await setUp()
    const userId = await newUser()
    await add({ userId, kind: 'likes', key: 'likes', subject: { characterId: newId(), likes: 1 } })
    await ask('INSERT INTO notification_settings (user_id, choices) VALUES (?, ?)', [userId, '{"likes": ["mail"]}'])
    let file = ''
    for await (const piece of accounts.exportSections.write({ id: userId } as never)) file += piece
    const exported = JSON.parse(file)
    assert.deepEqual(kindsOf(exported.notifications), ['welcome', 'reward_ready', 'likes'])
    assert.deepEqual(exported.notificationSettings, { likes: ['mail'] })
    await db.transaction((trx) => accounts.closing.runInReverse({ userId }, trx))
    assert.deepEqual(await rows(userId), [])
    assert.deepEqual(await ask('SELECT FROM notification_settings WHERE user_id = ?', [userId]), [])
  })
})
