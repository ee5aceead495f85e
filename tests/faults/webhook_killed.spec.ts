import { test } from '@japa/runner'
import type { CreatedWebhook } from '#modules/access/api'
import { startStage, until } from '#tests/support/stage'
import { countSignatures, startWebhookReceiver } from '#tests/support/webhook_receiver'

test.group('An event for a webhook', () => {
  test('is sent again, with the same id, when its server is killed while it sends', async ({ assert }) => {
    const receiver = await startWebhookReceiver()
    const stage = await startStage({ env: { OUTBOUND_PRIVATE: receiver.host } })
    try {
      const { db } = stage
      const client = await stage.visitor()
      const made = await client.post('/api/outgoing-webhooks', {
        url: receiver.url,
        events: ['chat.created', 'reply.finished'],
        ofInstance: false,
      })
      const { secret, webhook } = made.body as CreatedWebhook
      // The receiver has the event, and the server gets no answer.
      receiver.answer = () => {}
      const { id: characterId } = (await db.query('SELECT id FROM characters LIMIT 1')).rows[0]
      assert.equal((await client.get(`/api/chats/${characterId}`)).status, 200)
      await receiver.waitFor(1)
      await stage.server.kill('SIGKILL')
      receiver.answer = (response) => void response.writeHead(204).end()
      await stage.restart()
      // Ends the lease of the killed server early.
      await db.query(`UPDATE jobs SET due_at = now() WHERE owner_id = $1 AND kind = 'webhook' AND state = 'running'`, [
        client.user.id,
      ])
      await until(db, `SELECT state = 'delivered' FROM webhook_deliveries WHERE webhook_id = $1`, [webhook.id])
      const [first, second] = receiver.taken
      assert.equal(first!.headers['webhook-id'], second!.headers['webhook-id'])
      assert.equal(first!.body, second!.body)
      assert.equal(countSignatures(second!, secret), 1)
      assert.equal(JSON.parse(second!.body).data.characterId, characterId)
    } finally {
      await stage.close()
      await receiver.close()
    }
  })
})
