import { test } from '@japa/runner'
import { createMigratedDatabase, startServer } from '#tests/support/server'
import { asking } from '#tests/support/databases'
import { Client } from '#tests/support/client'
import { waitUntil } from '#tests/support/wait_until'
import { OperatorActs } from '../index.ts'
import { SiteNotices } from '../src/announcements/site_notices.ts'
import { visitApp } from './support.ts'

const sentence = 'We’re back at nine.'

test.group('Maintenance', () => {
  test('is recorded when it begins, is worded anew and ends, and not again', async ({ assert, cleanup }) => {
    const { container, rows } = await visitApp()
    const operator = await container.make(OperatorActs)
    cleanup(async () => void (await operator.setMaintenance(null)))
    await operator.setMaintenance(null)
    const [{ last }] = await rows(`SELECT coalesce(max(id::text), '') AS last FROM admin_acts`)
    assert.equal(await operator.setMaintenance('🙂'.repeat(301)), 'too_long')
    const longest = '🙂'.repeat(300)
    const changes = [sentence, sentence, longest, null, null]
    const outcomes = []
    for (const change of changes) outcomes.push(await operator.setMaintenance(change))
    assert.deepEqual(outcomes, ['changed', 'unchanged', 'changed', 'changed', 'unchanged'])
    assert.isNull(await operator.readMaintenance())
    const acts = await rows(
      `SELECT kind, actor_id, subject_type, before, after FROM admin_acts
       WHERE id::text > ? AND kind LIKE 'maintenance%' ORDER BY id`,
      [last]
    )
    const act = { actor_id: null, subject_type: 'site' }
    assert.deepEqual(acts, [
      { ...act, kind: 'maintenance_started', before: null, after: { sentence } },
      { ...act, kind: 'maintenance_started', before: { sentence }, after: { sentence: longest } },
      { ...act, kind: 'maintenance_ended', before: { sentence: longest }, after: null },
    ])
  })

  test('pauses replies and purchases in every process, lets running replies end, and keeps reading', async ({
    assert,
    cleanup,
  }) => {
    const databaseUrl = await createMigratedDatabase()
    const server = await startServer({ databaseUrl })
    cleanup(() => server.stop().then(() => {}))
    const run = asking(databaseUrl)
    const client = await new Client(server.url).register()
    const [character] = (await client.get('/api/characters?limit=1')).body
    const chat = `/api/chats/${character.id}/stream`
    const send = (clientMessageId: string) =>
      client.post(chat, { content: 'Good evening.', model: 'basic', clientMessageId })
    const buy = () => client.post('/api/rubies/stripe-checkout', { rubyAmount: 100, price: 2 })

    await server.control!.holdAt('before_end')
    const running = send('the running one')
    await server.control!.arrived('before_end')
    // As the command line does, from another process.
    await run(
      `WITH begun AS (INSERT INTO maintenance (sentence) VALUES ($1))
       SELECT pg_notify('${SiteNotices.channel}', '')`,
      [sentence]
    )
    await waitUntil('the server knows', async () => (await client.get('/api/announcements')).body.maintenance !== null)

    const refused = { message: sentence, code: 'maintenance' }
    for (const [what, { status, body }] of [
      ['a reply', await send('another one')],
      ['a purchase', await buy()],
    ] as const) {
      assert.equal(status, 503, what)
      assert.deepEqual(body, refused, what)
    }
    assert.equal((await client.get(`/api/chats/${character.id}`)).status, 200)
    await server.control!.release('before_end')
    assert.include((await running).text, 'aiComplete')
    assert.include((await send('the running one')).text, 'aiComplete')

    await run(`WITH ended AS (DELETE FROM maintenance) SELECT pg_notify('${SiteNotices.channel}', '')`)
    await waitUntil('the server knows', async () => (await client.get('/api/announcements')).body.maintenance === null)
    assert.include((await send('another one')).text, 'aiComplete')
    assert.equal((await buy()).status, 200)
  })
})
