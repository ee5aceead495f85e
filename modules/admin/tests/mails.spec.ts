import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import type { AdminMail } from '../api.ts'
import { nextOf, visitServer } from './support.ts'

/** Waits for the mails to the user. The server sends the mail that verifies an address within seconds. */
const mailsOf = async ({ admin, user }: Awaited<ReturnType<typeof visitServer>>): Promise<AdminMail[]> => {
  let mails: AdminMail[] = []
  await waitUntil('a mail was sent', async () => {
    const { status, body } = await admin.get('/api/admin/mails')
    if (status !== 200) throw new Error(String(status))
    mails = (body as AdminMail[]).filter(({ userId }) => userId === user.user.id)
    return mails.length > 0
  })
  return mails
}

test.group('The outbox', () => {
  test('lists mail without its content, and records each reading', async ({ assert }) => {
    const visited = await visitServer()
    const { admin, user, actsOn } = visited
    const [mail] = await mailsOf(visited)
    assert.deepInclude({ ...mail }, { address: user.user.email, subject: 'Verify your e-mail address' })
    assert.sameMembers(Object.keys(mail!), ['id', 'userId', 'address', 'subject', 'sentAt'])
    assert.deepEqual(await actsOn(user.user.id), [])

    const { status, body } = await admin.get(`/api/admin/mails/${mail!.id}`)
    assert.equal(status, 200)
    assert.deepInclude(body, { ...mail })
    assert.match(body.text, /\/api\/email\/verify\?token=/)
    assert.include(body.html, '<!doctype html>')
    const after = { subject: mail!.subject }
    assert.deepEqual(await actsOn(user.user.id), [{ actor_id: admin.user.id, kind: 'mail_read', before: null, after }])
  })

  test('is paged, newest first', async ({ assert }) => {
    const first = await visitServer()
    await mailsOf(first)
    const second = await visitServer()
    await mailsOf(second)
    const page = await second.admin.get('/api/admin/mails?limit=1')
    assert.lengthOf(page.body, 1)
    const next = await second.admin.get(nextOf(page)!)
    assert.isTrue(next.body[0].id < page.body[0].id)
    assert.equal((await second.admin.get('/api/admin/mails?cursor=x')).status, 422)
    assert.equal((await second.admin.get('/api/admin/mails?limit=201')).status, 422)
  }).tags(longRun)

  test('returns 404 for unknown mail, and records nothing', async ({ assert }) => {
    const { admin, run } = await visitServer()
    const unknown = await admin.get('/api/admin/mails/0193a000-0000-7000-8000-00000000abcd')
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'mail_not_found'])
    assert.deepEqual(await run('SELECT FROM admin_acts WHERE actor_id = $1', [admin.user.id]), [])
  })
})
