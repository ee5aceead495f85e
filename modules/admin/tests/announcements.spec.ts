import { test } from '@japa/runner'
import { waitUntil } from '#tests/support/wait_until'
import { limits } from '../api.ts'
import { visitServer } from './support.ts'

const body = (fields: object = {}) => ({
  text: 'Hello **all**',
  audience: 'everyone',
  startsAt: null,
  endsAt: null,
  isDismissible: true,
  isDraft: false,
  ...fields,
})

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const visit = async () => {
  const visited = await visitServer()
  const { admin, run } = visited
  await run('DELETE FROM announcements')
  const create = async (fields: object = {}) => admin.post('/api/admin/announcements', body(fields))
  const textsFor = async (reader: { get: typeof admin.get }) =>
    (await reader.get('/api/announcements')).body.announcements.map(({ text }: { text: string }) => text)
  const acts = () =>
    run(
      `SELECT kind, subject_name, before, after FROM admin_acts WHERE subject_type = 'announcement' AND actor_id = $1 ORDER BY id`,
      [admin.user.id]
    )
  return { ...visited, create, textsFor, acts }
}

test.group('Announcements', () => {
  test('reach their audience only', async ({ assert }) => {
    const { create, textsFor, visitor, user, admin } = await visit()
    for (const audience of ['everyone', 'users', 'admins']) await create({ text: audience, audience })
    assert.deepEqual(await textsFor(visitor), ['everyone'])
    assert.deepEqual(await textsFor(user), ['users', 'everyone'])
    assert.deepEqual(await textsFor(admin), ['admins', 'users', 'everyone'])
  })

  test('are shown within their window, without drafts, the newest three at most', async ({ assert }) => {
    const { create, textsFor, visitor } = await visit()
    await create({ text: 'later', startsAt: inHours(1) })
    await create({ text: 'over', endsAt: inHours(-1) })
    await create({ text: 'draft', isDraft: true })
    await create({ text: 'now', startsAt: inHours(-1), endsAt: inHours(1) })
    assert.deepEqual(await textsFor(visitor), ['now'])
    for (const text of ['2', '3', '4']) await create({ text })
    assert.deepEqual(await textsFor(visitor), ['4', '3', '2'])
  })

  test('are changed and deleted by admins, which the audit log records once', async ({ assert }) => {
    const { create, textsFor, visitor, admin, acts } = await visit()
    const { status, body: made } = await create({ isDraft: true })
    assert.equal(status, 201)
    const address = `/api/admin/announcements/${made.id}`
    const published = await admin.put(address, body({ text: ' Published ' }))
    assert.deepInclude(published.body, body({ text: 'Published' }))
    assert.deepEqual(await textsFor(visitor), ['Published'])
    await admin.put(address, body({ text: 'Published' }))
    assert.deepEqual((await admin.get('/api/admin/announcements')).body, [published.body])
    assert.equal((await admin.delete(address)).status, 200)
    assert.equal((await admin.delete(address)).status, 404)
    assert.equal((await admin.put(address, body())).status, 404)
    assert.deepEqual(await textsFor(visitor), [])
    const [draft, after] = [body({ isDraft: true }), body({ text: 'Published' })]
    assert.deepEqual(await acts(), [
      { kind: 'announcement_created', subject_name: 'Hello **all**', before: null, after: draft },
      { kind: 'announcement_changed', subject_name: 'Published', before: draft, after },
      { kind: 'announcement_deleted', subject_name: 'Published', before: after, after: null },
    ])
  })

  test('take the longest text, and refuse what they can’t show', async ({ assert }) => {
    const { create } = await visit()
    const longest = '🙂'.repeat(limits.announcementMax)
    assert.equal((await create({ text: longest })).status, 201)
    for (const refused of [
      { text: `${longest}!` },
      { text: ' ' },
      { text: 7 },
      { audience: 'nobody' },
      { isDismissible: 'yes' },
      { isDraft: null },
      { startsAt: 'soon' },
      { startsAt: '-271821-04-20T00:00:00.000Z' },
      { startsAt: inHours(2), endsAt: inHours(1) },
    ])
      assert.equal((await create(refused)).status, 422, JSON.stringify(refused).slice(0, 60))
  })

  test('are limited in number', async ({ assert }) => {
    const { create, run } = await visit()
    await run(
      `INSERT INTO announcements (id, text, audience, is_dismissible, is_draft)
       SELECT uuidv7(), 'Old', 'admins', true, true FROM generate_series(1, $1::int)`,
      [limits.announcementsMax - 1]
    )
    assert.equal((await create()).status, 201)
    const refused = await create()
    assert.deepInclude(refused.body, { code: 'too_many_announcements' })
    await run('DELETE FROM announcements')
  })

  test('reach a process that didn’t change them', async ({ assert }) => {
    const { run, textsFor, visitor } = await visit()
    await run(
      `WITH made AS (
         INSERT INTO announcements (id, text, audience, is_dismissible, is_draft)
         VALUES (uuidv7(), 'From elsewhere', 'everyone', true, false)
       )
       SELECT pg_notify('facet_site_notices', '')`
    )
    await waitUntil('the process has read it', async () => (await textsFor(visitor)).includes('From elsewhere'))
    assert.deepEqual(await textsFor(visitor), ['From elsewhere'])
  })
})
