import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { startServer } from '#tests/support/server'
import { startSmtpInbox } from '#tests/support/smtp_inbox'

/** The time between two looks for digests that are due. */
const sendEveryMs = 300_000

const oneClick = { 'List-Unsubscribe': 'One-Click' }

const setUp = async (cleanup: (end: () => Promise<void>) => void) => {
  const inbox = await startSmtpInbox()
  cleanup(() => inbox.close())
  const server = await startServer({ env: { SMTP_URL: inbox.url } })
  cleanup(async () => void (await server.stop()))
  const run = asking(server.databaseUrl)
  const client = await new Client(server.url).register()
  const { id, email } = client.user
  const every = async () => (await client.get('/api/notifications/digest')).body.every
  return { inbox, server, run, client, id, email, every }
}

test.group('The digest', () => {
  test('arrives by SMTP, and its link stops it at one click without a session', async ({ assert, cleanup }) => {
    const { inbox, server, run, client, id, email, every } = await setUp(cleanup)
    const choose = (value: unknown) => client.put('/api/notifications/digest', { every: value })
    const refused = await choose('day')
    assert.deepEqual([refused.status, refused.body.code], [409, 'email_unverified'])
    assert.equal((await choose('month')).status, 422)
    await run('UPDATE users SET email_verified_at = now() WHERE id = $1', [id])
    assert.deepEqual((await choose('week')).body, { every: 'week' })
    assert.deepEqual(
      (await client.put('/api/notifications/settings', { kind: 'rubies_received', ways: ['mail'] })).status,
      200
    )
    await run(
      `INSERT INTO notifications (user_id, id, kind, key, group_key, subject, is_listed, created_at)
       VALUES ($1, $2, 'rubies_received', 'gift', 'gift', '{"rubies": 5, "source": "gift"}', false, now() - INTERVAL '5 minutes')`,
      [id, newId()]
    )
    await run(`UPDATE notification_digests SET due_at = now() - INTERVAL '1 minute' WHERE user_id = $1`, [id])
    await server.control!.advance(sendEveryMs)
    let mail = await inbox.take(email)
    // The mail that verifies the address comes first.
    while (!mail.subject.includes('your notifications')) mail = await inbox.take(email)
    assert.include(mail.text, 'rubies that you received')
    assert.equal(mail.header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    const url = /^<(\S+)>$/.exec(mail.header('list-unsubscribe') ?? '')![1]!
    assert.include(mail.text, url)
    assert.include(mail.html, url)

    const page = await fetch(url)
    assert.equal(page.status, 200)
    assert.include(await page.text(), 'Stop these mails?')
    assert.equal(await every(), 'week', 'looking at the page stops nothing')
    const stop = (address: string, body: URLSearchParams | FormData = new URLSearchParams(oneClick)) =>
      fetch(address, {
        method: 'POST',
        body,
        headers: { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' },
      })
    assert.equal((await stop(`${url}x`)).status, 404)
    assert.equal((await fetch(`${url}x`)).status, 404)
    assert.equal(await every(), 'week')
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    for (const body of [new URLSearchParams(oneClick), form]) {
      const answer = await stop(url, body)
      assert.equal(answer.status, 200)
      assert.include(await answer.text(), 'Mails stopped')
      assert.isNull(answer.headers.get('set-cookie'))
    }
    assert.isNull(await every())
    const { body } = await client.get('/api/notifications/settings')
    assert.deepEqual(body.rubies_received, ['mail'], 'the link changes the digest only')
  })
})
