import { test } from '@japa/runner'
import type { PushState } from '#modules/notices/api'
import { startPushService } from '#tests/support/push_service'
import { startStage, until } from '#tests/support/stage'

test.group('A push', () => {
  test('is sent once at most when its server is killed while it sends, and the next one is sent', async ({
    assert,
  }) => {
    const service = await startPushService()
    const stage = await startStage({ env: service.env })
    try {
      const { db } = stage
      const client = await stage.visitor()
      const { publicKey } = (await client.get('/api/push')).body as PushState
      const body = { ...service.subscription(), publicKey, showsTexts: false }
      assert.equal((await client.put('/api/push/subscription', body)).status, 200)
      /** Adds a notification and its job, as another process would. */
      const notify = async (): Promise<string> => {
        const { rows } = await db.query<{ id: string }>(
          `WITH added AS (
             INSERT INTO notifications (user_id, id, kind, key, group_key, subject, is_listed)
             VALUES ($1, uuidv7(), 'reward_ready', uuidv7(), 'reward', '{"rubies": 5}', true) RETURNING id
           )
           INSERT INTO jobs (id, kind, owner_id, payload)
           SELECT uuidv7(), 'push', $1, json_build_object('notificationId', id) FROM added RETURNING id`,
          [client.user.id]
        )
        return rows[0]!.id
      }
      // The service has the push, and the server gets no answer.
      service.answer = () => {}
      const job = await notify()
      await service.waitFor(1)
      await stage.server.kill('SIGKILL')
      service.answer = (response) => void response.writeHead(201).end()
      await stage.restart()
      // Ends the lease of the killed server early.
      await db.query(`UPDATE jobs SET due_at = now() WHERE id = $1 AND state = 'running'`, [job])
      await until(db, `SELECT state = 'done' FROM jobs WHERE id = $1`, [job])
      assert.lengthOf(service.taken, 1)

      const next = await notify()
      await until(db, `SELECT state = 'done' FROM jobs WHERE id = $1`, [next])
      assert.lengthOf(service.taken, 2)
      assert.equal(service.read(service.taken[1]!).message.kind, 'reward_ready')
    } finally {
      await stage.close()
      await service.close()
    }
  })
})
