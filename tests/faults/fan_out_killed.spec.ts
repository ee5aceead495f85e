import { test } from '@japa/runner'
import { startStage, until } from '#tests/support/stage'

const followers = 3_000
/** The key of the advisory lock that holds the second page. */
const gate = 714_002

test.group('Notifications of many followers', () => {
  test('are added once each when a process is killed and another one goes on', async ({ assert }) => {
    const stage = await startStage()
    try {
      const { db } = stage
      const creator = await stage.visitor()
      await db.query('INSERT INTO follows (user_id, creator_id) SELECT uuidv7(), $1 FROM generate_series(1, $2::int)', [
        creator.user.id,
        followers,
      ])
      // The job waits for this lock in the transaction of its second page.
      await db.query(`SELECT pg_advisory_lock(${gate})`)
      await db.query(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        IF EXISTS (SELECT FROM notifications WHERE kind = 'creator_published') THEN PERFORM pg_advisory_xact_lock(${gate}); END IF;
        RETURN NULL;
      END $$`)
      await db.query('CREATE TRIGGER hold BEFORE INSERT ON notifications FOR EACH STATEMENT EXECUTE FUNCTION hold()')
      const created = await creator.post('/api/characters', {
        name: 'Mara',
        description: 'Mends nets.',
        backstory: 'Was born at sea.',
        personality: 'Calm.',
        avatar: 'https://pictures.example.test/mo.png',
        isPublic: true,
      })
      assert.equal(created.status, 201)

      const held = `FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND objid = ${gate} AND NOT granted AND datname = current_database()`
      await until(db, `SELECT count(*) > 0 ${held}`)
      const counted = `SELECT count(*)::int AS n, count(DISTINCT user_id)::int AS people FROM notifications WHERE kind = 'creator_published'`
      const { rows: before } = await db.query(counted)
      assert.deepEqual(before[0], { n: 1_000, people: 1_000 })
      await stage.secondServer()
      await stage.server.kill('SIGKILL')
      // The database finishes the statement that waits, and rolls it back, because its client is gone.
      await db.query(`SELECT pg_advisory_unlock(${gate})`)

      // Ends the lease of 15 seconds early.
      await db.query(`UPDATE jobs SET due_at = now() WHERE kind = 'fan_out_notifications' AND state = 'running'`)
      await until(db, `SELECT state = 'done' FROM jobs WHERE kind = 'fan_out_notifications'`)
      const { rows: after } = await db.query(counted)
      assert.deepEqual(after[0], { n: followers, people: followers })
    } finally {
      await stage.close()
    }
  }).timeout(120_000)
})
