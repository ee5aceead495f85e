import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Accounts } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { limits } from '../api.ts'
import { DatabaseFollows } from '../src/database_follows.ts'

let count = 0

const setUp = async () => {
  const [db, accounts] = [await app.container.make('lucid.db'), await app.container.make(Accounts)]
  const follows = new DatabaseFollows(db)
  const events: { followerId: string; creatorId: string }[] = []
  follows.followed.on(async (event) => void events.push(event))
  return {
    db,
    accounts,
    follows,
    events,
    async person() {
      const opened = await accounts.open({
        email: `f${process.pid}-${++count}@example.test`,
        password: 'correct horse',
      })
      if (!opened.ok) throw new Error('no account')
      return opened.value.userId
    },
    followersCount: async (id: string): Promise<number | undefined> =>
      (await db.from('creators').where('user_id', id).first())?.followers,
  }
}

test.group('Follows', () => {
  test('counts a follower once, and announces the first time', async ({ assert }) => {
    const { follows, events, followersCount } = await setUp()
    const [follower, creator] = [newId(), newId()]
    await Promise.all([follows.follow(follower, creator), follows.follow(follower, creator)])
    assert.deepEqual(events, [{ followerId: follower, creatorId: creator }])
    assert.equal(await followersCount(creator), 1)
    await follows.unfollow(follower, creator)
    await follows.unfollow(follower, creator)
    assert.equal(await followersCount(creator), 0)
  })

  test('allows 1,000 follows', async ({ assert }) => {
    const { db, follows } = await setUp()
    const [follower, last] = [newId(), newId()]
    await db.rawQuery(
      'INSERT INTO follows (user_id, creator_id) SELECT ?::uuid, uuidv7() FROM generate_series(1, ?::int)',
      [follower, limits.followsMax - 1]
    )
    assert.equal(await follows.follow(follower, last), 'following')
    assert.equal(await follows.follow(follower, last), 'following')
    assert.equal(await follows.follow(follower, newId()), 'too_many_follows')
  })

  test('lists followers in pages, without blocked people and disabled accounts', async ({ assert }) => {
    const { db, accounts, follows, person } = await setUp()
    const creator = await person()
    const followers: string[] = []
    for (let i = 0; i < 5; i++) followers.push(await person())
    for (const each of followers) await follows.follow(each, creator)
    const [blocking, blocked, disabled, ...others] = followers
    const block = (by: string, id: string) =>
      db.rawQuery(`INSERT INTO hidings (user_id, kind, id) VALUES (?, 'person', ?)`, [by, id])
    await block(blocking!, creator)
    await block(creator, blocked!)
    await db.transaction((trx) => accounts.setDisabled(disabled!, true, trx))
    const first = await follows.followersOf(creator, null, 1)
    const rest = await follows.followersOf(creator, first[0]!, 10)
    assert.deepEqual([...first, ...rest], others.toSorted())
  })

  test('ends with the account of either', async ({ assert }) => {
    const { db, follows, followersCount } = await setUp()
    const [follower, creator, other] = [newId(), newId(), newId()]
    await follows.follow(follower, creator)
    await follows.follow(creator, other)
    await db.transaction((trx) => follows.forgetUser(creator, trx))
    assert.deepEqual([await followersCount(creator), await followersCount(other)], [undefined, 0])
    assert.deepEqual(await follows.followersOf(creator, null, 10), [])
    assert.isNull(await db.from('follows').where('user_id', follower).first())
  })
})
