import { test } from '@japa/runner'
import config from '#config/notices'
import { waitUntil } from '#tests/support/wait_until'
import { limits } from '../api.ts'
import { visitServer } from './support.ts'

const usual = { text: config.text, talkMinutes: config.talkMinutes, pauseMinutes: config.pauseMinutes }
const worded = { text: 'A program writes this.', talkMinutes: 60, pauseMinutes: 10 }
const address = '/api/admin/notice'

const visit = async (cleanup: (run: () => Promise<void>) => void) => {
  const visited = await visitServer()
  const { admin, visitor, run } = visited
  await admin.delete(address)
  cleanup(async () => void (await admin.delete(address)))
  const shown = async () => (await visitor.get('/api/demo')).body.notice
  const acts = () =>
    run(
      `SELECT before, after FROM admin_acts
       WHERE kind = 'notice_changed' AND subject_type = 'site' AND actor_id = $1 ORDER BY id`,
      [admin.user.id]
    )
  return { ...visited, shown, acts }
}

test.group('The notice that a machine writes', () => {
  test('is worded and reset by admins, which the audit log records once', async ({ assert, cleanup }) => {
    const { admin, user, shown, acts } = await visit(cleanup)
    assert.deepEqual((await admin.get(address)).body, { ...usual, default: usual })
    assert.deepEqual((await admin.put(address, { ...worded, text: ` ${worded.text} ` })).body, {
      ...worded,
      default: usual,
    })
    assert.equal(await shown(), worded.text)
    const [character] = (await user.get('/api/characters?limit=1')).body
    assert.equal((await user.get(`/api/chats/${character.id}`)).body.notice.text, worded.text)
    assert.equal((await user.get(`/api/characters/${character.id}/share`)).body.notice, worded.text)
    await admin.put(address, worded)
    assert.deepEqual((await admin.delete(address)).body, { ...usual, default: usual })
    await admin.delete(address)
    assert.equal(await shown(), usual.text)
    assert.deepEqual(await acts(), [
      { before: null, after: worded },
      { before: worded, after: null },
    ])
  })

  test('takes the longest text and the bounds of the intervals, and refuses others', async ({ assert, cleanup }) => {
    const { admin, acts } = await visit(cleanup)
    const text = '🙂'.repeat(limits.noticeMax)
    for (const bound of [0, 1] as const) {
      const body = { text, talkMinutes: limits.talkMinutes[bound], pauseMinutes: limits.pauseMinutes[bound] }
      assert.deepEqual((await admin.put(address, body)).body, { ...body, default: usual })
    }
    const count = (await acts()).length
    for (const refused of [
      { text: `${text}!` },
      { text: ' ' },
      { text: null },
      { talkMinutes: limits.talkMinutes[0] - 1 },
      { talkMinutes: limits.talkMinutes[1] + 1 },
      { pauseMinutes: limits.pauseMinutes[0] - 1 },
      { pauseMinutes: limits.pauseMinutes[1] + 1 },
      { pauseMinutes: 7.5 },
      { pauseMinutes: '30' },
    ])
      assert.equal(
        (await admin.put(address, { ...worded, ...refused })).status,
        422,
        JSON.stringify(refused).slice(0, 60)
      )
    assert.lengthOf(await acts(), count)
  })

  test('reaches a process that didn’t change it', async ({ assert, cleanup }) => {
    const { run, shown } = await visit(cleanup)
    await run(
      `WITH made AS (INSERT INTO machine_notice (text, talk_minutes, pause_minutes) VALUES ('From elsewhere', 60, 10))
       SELECT pg_notify('facet_site_notices', '')`
    )
    await waitUntil('the process has read it', async () => (await shown()) === 'From elsewhere')
    assert.equal(await shown(), 'From elsewhere')
  })
})
