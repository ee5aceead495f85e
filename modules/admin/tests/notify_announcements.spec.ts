import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { NotifyAnnouncements } from '../src/announcements/notify_announcements.ts'

const setUp = async () => {
  const db = await app.container.make(Database)
  const notify = await app.container.make(NotifyAnnouncements)
  const ask = async (sql: string, values: unknown[] = []) => (await db.rawQuery(sql, values as string[])).rows
  const announce = async (fields: {
    audience?: string
    starts?: string
    ends?: string
    isDraft?: boolean
    text?: string
  }) => {
    const { audience = 'everyone', starts = null, ends = null, isDraft = false, text = 'Hello **all**' } = fields
    const id = newId()
    await ask(
      `INSERT INTO announcements (id, text, audience, starts_at, ends_at, is_dismissible, is_draft)
       VALUES (?, ?, ?, now() + ?::interval, now() + ?::interval, true, ?)`,
      [id, text, audience, starts, ends, isDraft]
    )
    return id
  }
  /** The audiences of the fan-outs for an announcement. */
  const fanOuts = async (id: string): Promise<string[]> =>
    (
      await ask(
        `SELECT payload -> 'audience' ->> 'of' AS audience FROM jobs
         WHERE kind = 'fan_out_notifications' AND payload -> 'notification' ->> 'key' = ?`,
        [`announcement:${id}`]
      )
    ).map(({ audience }: { audience: string }) => audience)
  return { notify, ask, announce, fanOuts }
}

test.group('Notifying of announcements', () => {
  test('begins once for each, when it begins, for its audience', async ({ assert }) => {
    const { notify, ask, announce, fanOuts } = await setUp()
    const everyone = await announce({})
    const admins = await announce({ audience: 'admins', starts: '-1 hour', ends: '1 hour' })
    const [later, over, draft] = [
      await announce({ starts: '1 hour' }),
      await announce({ ends: '-1 hour' }),
      await announce({ isDraft: true }),
    ]
    await Promise.all([notify.run(), notify.run()])
    assert.deepEqual(await fanOuts(everyone), ['users'])
    assert.deepEqual(await fanOuts(admins), ['admins'])
    for (const id of [later, over, draft]) assert.deepEqual(await fanOuts(id), [])
    await ask('UPDATE announcements SET starts_at = now() WHERE id = ?', [later])
    await notify.run()
    assert.deepEqual(await fanOuts(later), ['users'])
    assert.deepEqual(await fanOuts(everyone), ['users'])
  })

  test('shows the beginning of the text, until it ends', async ({ assert }) => {
    const { notify, ask, announce } = await setUp()
    const id = await announce({ text: `**${'word '.repeat(390).trim()}**` })
    const group = { id: 'x', kind: 'announcement' as const, count: 1, subjects: [{ announcementId: id }] }
    const shown = (await notify.show([group], {} as never)).get('x')!
    assert.equal(shown.title, 'Announcement')
    assert.match(shown.text, /^word word/)
    assert.lengthOf(shown.text, 200)
    await ask(`UPDATE announcements SET ends_at = now() - interval '1 minute' WHERE id = ?`, [id])
    assert.equal((await notify.show([group], {} as never)).size, 0)
  })
})
