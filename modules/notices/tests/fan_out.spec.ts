import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { DatabaseFollows } from '#modules/community/src/database_follows'
import { putCharacters } from '#modules/gallery/tests/support'
import { newId } from '#modules/kernel/ids'
import type { JobRun } from '#modules/jobs/index'
import { appOwner } from '#tests/support/app'
import type { FanOutOrder } from '../index.ts'
import { FanOut } from '../src/fan_out.ts'
import { setUp as setUpNotices } from './support.ts'

const setUp = async () => {
  const stage = await setUpNotices()
  const fanOut = await app.container.make(FanOut)
  const creatorId = await stage.newUser('Mara’s author')
  const [characterId] = await putCharacters([{ created_by: creatorId }])
  const order = (of: 'followers' | 'talkers'): FanOutOrder => ({
    audience: { of, creatorId, characterId: characterId! },
    notification: {
      kind: 'creator_published',
      key: `published:${characterId}`,
      group: `published:${creatorId}`,
      subject: { characterId: characterId!, actorId: creatorId },
    },
  })
  /** Runs a job. `stopAfter`: the process is lost while it saves this page. */
  const run = async (payload: FanOutOrder, { stopAfter = Infinity, progress = null as unknown } = {}) => {
    const saved: unknown[] = []
    const save = async (next: unknown) => {
      if (saved.length === stopAfter) throw new Error('lost')
      saved.push(next)
    }
    const job = { id: newId(), ownerId: creatorId, payload, progress, signal: new AbortController().signal, save }
    await fanOut.run(job as unknown as JobRun<FanOutOrder, never>).catch((error: Error) => {
      if (error.message !== 'lost') throw error
    })
    return saved
  }
  const notified = async (): Promise<string[]> =>
    (
      await stage.ask('SELECT user_id FROM notifications WHERE key = ? ORDER BY user_id', [`published:${characterId}`])
    ).map(({ user_id: id }: { user_id: string }) => id)
  /** Lets new users follow the creator, without accounts, because only their ids matter. */
  const follow = async (count: number): Promise<string[]> =>
    (
      await stage.ask(
        'INSERT INTO follows (user_id, creator_id) SELECT uuidv7(), ?::uuid FROM generate_series(1, ?::int) RETURNING user_id',
        [creatorId, count]
      )
    )
      .map(({ user_id: id }: { user_id: string }) => id)
      .toSorted()
  return { ...stage, creatorId, characterId: characterId!, order, run, notified, follow }
}

test.group('Notifying many people', () => {
  test('notifies every follower once, in pages, also when a page was lost', async ({ assert }) => {
    const { order, run, notified, follow } = await setUp()
    const followers = await follow(2_500)
    const saved = await run(order('followers'), { stopAfter: 1 })
    assert.lengthOf(saved, 1)
    assert.lengthOf(await notified(), 1_000, 'the page that wasn’t saved is rolled back')
    assert.lengthOf(await run(order('followers'), { progress: saved.at(-1) }), 2)
    assert.deepEqual(await notified(), followers)
    assert.lengthOf(await run(order('followers')), 1, 'a repeated job ends after a page')
    assert.deepEqual(await notified(), followers)
  })

  test('leaves out people across a block, and stops when the character is gone', async ({ assert }) => {
    const { order, run, notified, follow, ask, creatorId, characterId } = await setUp()
    const [first, second, third] = await follow(3)
    await ask(`INSERT INTO hidings (user_id, kind, id) VALUES (?, 'person', ?), (?, 'person', ?)`, [
      first,
      creatorId,
      creatorId,
      second,
    ])
    await run(order('followers'))
    assert.deepEqual(await notified(), [third])
    await ask('DELETE FROM notifications WHERE user_id = ?', [third])
    await ask('UPDATE characters SET is_public = false WHERE id = ?', [characterId])
    await run(order('followers'))
    assert.deepEqual(await notified(), [])
  })

  test('reaches the people who talked to a character in the last 90 days', async ({ assert }) => {
    const { order, run, notified, ask, creatorId, characterId } = await setUp()
    const [talker, quiet, past, grouped] = [newId(), newId(), newId(), newId()]
    const chat = (userId: string, of: string | null, written: number, days: number) =>
      ask(
        `INSERT INTO chat_sessions (user_id, character_id, next_position, messages_written, last_message_at)
         VALUES (?, ?, 3, ?, now() - make_interval(days => ?)) RETURNING id`,
        [userId, of, written, days]
      )
    await chat(talker, characterId, 2, 89)
    await chat(talker, characterId, 2, 1)
    await chat(quiet, characterId, 0, 1)
    await chat(past, characterId, 2, 91)
    await chat(creatorId, characterId, 2, 1)
    const [{ id }] = await chat(grouped, null, 2, 1)
    await ask('INSERT INTO chat_groups (user_id, chat_session_id) VALUES (?, ?)', [grouped, id])
    await ask(`INSERT INTO chat_group_members (user_id, chat_session_id, character_id, position) VALUES (?, ?, ?, 1)`, [
      grouped,
      id,
      characterId,
    ])
    await run(order('talkers'))
    assert.deepEqual(await notified(), [talker, grouped].toSorted())
  })

  test('notifies the followers of a character that becomes public, by a job', async ({ assert }) => {
    const { ask, creatorId, newUser, gallery, db } = await setUp()
    const follower = await newUser()
    await (await app.container.make(DatabaseFollows)).follow(follower, creatorId)
    const characterId = newId()
    await db.transaction((trx) => gallery.published.run({ characterId, creatorId }, trx))
    const [job] = await ask(`SELECT payload FROM jobs WHERE kind = 'fan_out_notifications' AND owner_id = ?`, [
      creatorId,
    ])
    assert.deepInclude(job.payload.audience, { of: 'followers', creatorId, characterId })
  })

  test('finds followers and talkers by indexes', async ({ assert }) => {
    const { characterId, creatorId } = await setUp()
    const owner = await appOwner()
    await owner.rawQuery(
      `INSERT INTO chat_sessions (user_id, character_id, next_position, messages_written)
       SELECT uuidv7(), uuidv7(), 3, 1 FROM generate_series(1, 20000)`
    )
    await owner.rawQuery(
      'INSERT INTO follows (user_id, creator_id) SELECT uuidv7(), uuidv7() FROM generate_series(1, 20000)'
    )
    await owner.rawQuery('ANALYZE chat_sessions, follows')
    const queries = [
      `SELECT DISTINCT user_id::text AS id FROM chat_sessions WHERE character_id = '${characterId}' AND user_id::text > '${creatorId}'
       AND deleted_at IS NULL ORDER BY id LIMIT 1000`,
      `SELECT user_id FROM follows WHERE creator_id = '${creatorId}' AND user_id > '${creatorId}' ORDER BY user_id LIMIT 1000`,
    ]
    for (const query of queries) {
      const { rows } = await owner.rawQuery(`EXPLAIN ${query}`)
      const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
      assert.match(plan, /Index (Only )?Scan/)
      assert.notMatch(plan, /Seq Scan/)
    }
  })
})
