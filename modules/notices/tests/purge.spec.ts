import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { limits } from '../api.ts'
import { PurgeNotifications } from '../src/actions/purge_notifications.ts'
import { setUp } from './support.ts'

test.group('Purging notifications', () => {
  test('deletes what is old, and the oldest beyond the limit of a user', async ({ assert }) => {
    const { ask, newUser, rows } = await setUp()
    const [many, few] = [await newUser(), await newUser()]
    const fill = (userId: string, count: number, daysAgo = 0) =>
      ask(
        `INSERT INTO notifications (user_id, id, kind, key, group_key, subject, is_listed, created_at)
         SELECT ?::uuid, uuidv7(n * interval '1 millisecond'), 'likes', ?::text || n, n::text, '{}', true, now() - make_interval(days => ?::int)
         FROM generate_series(1, ?::int) n`,
        [userId, `${daysAgo} days `, daysAgo, count]
      )
    await fill(many, limits.perUser + 20)
    await fill(few, 5)
    await fill(few, 1_200, limits.keptDays + 1)
    await fill(few, 2, limits.keptDays - 1)
    const [newest] = (await rows(many)).slice(-1)
    await (await app.container.make(PurgeNotifications)).run()
    const kept = await rows(many)
    assert.lengthOf(kept, limits.perUser)
    assert.equal(kept.at(-1)!.id, newest!.id)
    assert.lengthOf(
      (await rows(few)).filter(({ kind }) => kind === 'likes'),
      7
    )
  })
})
