import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { last, send, sharedStage, until, type Stage } from '#tests/support/stage'
import type { UserEvent } from '../api.ts'
import { Notices } from '../replies/run/notices.ts'

const settings = { text: 'This is AI.', talkMinutes: 180, pauseMinutes: 30 }
/** Noon in UTC. */
const noon = Date.UTC(2026, 4, 4, 12)
const minutes = (count: number) => noon + count * 60_000

/** A user with a chat, and processes that remind the user. */
const setUp = async () => {
  const db = await app.container.make(Database)
  const ask = async (sql: string, values: unknown[]) => (await db.rawQuery(sql, values as string[])).rows
  const [userId, sessionId] = [newId(), newId()]
  await ask('INSERT INTO chat_sessions (id, user_id, character_id) VALUES (?, ?, ?)', [sessionId, userId, newId()])
  const told: UserEvent[] = []
  const process = (intervals = settings) =>
    new Notices(
      db,
      { publish: (_userId: string, event: UserEvent) => told.push(event) } as never,
      { warn: (fields: object) => Promise.reject(fields) } as never,
      intervals
    )
  let position = 0
  /** Adds a message and returns whether it shows the notice. */
  const say = async (notices: Notices, at: number, timeZone = 'UTC'): Promise<boolean> => {
    const messageId = newId()
    await ask(
      'INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content) VALUES (?, ?, ?, ?, ?, ?)',
      [userId, messageId, sessionId, (position += 1), userId, 'Hello.']
    )
    const count = told.length
    await notices.remind({ userId, sessionId, messageId, timeZone, at })
    const [{ has_notice: hasNotice }] = await ask('SELECT has_notice FROM chat_messages WHERE id = ?', [messageId])
    const isTold = JSON.stringify(told.slice(count)).includes(messageId)
    if (hasNotice !== isTold) throw new Error('Open tabs and the database differ.')
    return hasNotice
  }
  /** Says something every `step` minutes, from `from` to `to`. Returns the minutes of the notices. */
  const talk = async (notices: Notices, from: number, to: number, step: number) => {
    const shown: number[] = []
    for (let at = from; at <= to; at += step) if (await say(notices, minutes(at))) shown.push(at)
    return shown
  }
  const rows = () => ask('SELECT last_at FROM chat_talks WHERE user_id = ?', [userId])
  return { userId, sessionId, ask, process, say, talk, rows, told }
}

test.group('The reminder that a machine writes', () => {
  test('is shown above the first message of a day, in the time zone of the user', async ({ assert }) => {
    const { process, say } = await setUp()
    const notices = process()
    const zone = 'America/New_York'
    assert.isTrue(await say(notices, Date.UTC(2026, 4, 4, 12), zone))
    assert.isFalse(await say(notices, Date.UTC(2026, 4, 4, 13), zone))
    assert.isFalse(await say(notices, Date.UTC(2026, 4, 5, 3, 59, 30), zone))
    assert.isTrue(await say(notices, Date.UTC(2026, 4, 5, 4, 0, 1), zone))
    assert.isFalse(await say(notices, Date.UTC(2026, 4, 5, 4, 0, 2), zone))
  })

  test('is shown after each three hours of talk', async ({ assert }) => {
    const { process, talk } = await setUp()
    assert.deepEqual(await talk(process(), 0, 400, 20), [0, 180, 360])
  })

  test('is not shown after three hours with a pause of more than 30 minutes', async ({ assert }) => {
    const { process, talk } = await setUp()
    const notices = process()
    assert.deepEqual(await talk(notices, 0, 150, 30), [0])
    assert.deepEqual(await talk(notices, 181, 331, 30), [])
    assert.deepEqual(await talk(notices, 361, 361, 1), [361])
  })

  test('follows intervals that change while the process runs', async ({ assert }) => {
    const { process, talk } = await setUp()
    const changing = { ...settings }
    const notices = process(changing)
    assert.deepEqual(await talk(notices, 0, 40, 20), [0])
    changing.talkMinutes = 60
    assert.deepEqual(await talk(notices, 60, 130, 20), [60, 120])
  })

  test('is not repeated by another process, whose messages count for the same talk', async ({ assert }) => {
    const { process, say } = await setUp()
    const [one, other] = [process(), process()]
    const shown: number[] = []
    for (let at = 0; at <= 200; at += 10) if (await say(at % 20 ? one : other, minutes(at))) shown.push(at)
    assert.deepEqual(shown, [0, 180])
    assert.isFalse(await say(process(), minutes(201)))
  })

  test('saves the time of a user at most once a minute, and counts pauses from the newest message', async ({
    assert,
  }) => {
    const { process, say, rows } = await setUp()
    const notices = process()
    await say(notices, minutes(0))
    await say(notices, minutes(0) + 59_000)
    assert.equal((await rows())[0].last_at.getTime(), minutes(0))
    const shown: number[] = []
    // The second message is 29.5 minutes after one that wasn't saved, and 30.5 minutes after one that was.
    for (let at = 30.5; at <= 181; at += 15) if (await say(notices, minutes(at))) shown.push(at)
    assert.deepEqual(shown, [180.5])
  })

  test('leaves no row of an account that was closed', async ({ assert }) => {
    const { userId, ask, process, rows } = await setUp()
    await ask('DELETE FROM chat_sessions WHERE user_id = ?', [userId])
    await process().remind({ userId, sessionId: newId(), messageId: newId(), timeZone: 'UTC', at: noon })
    assert.deepEqual(await rows(), [])
  })
})

test.group('The notice that a machine writes', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage()
  })
  const text = 'This is AI. Everything characters say is fiction.'
  const isNoticed = (messageId: string) =>
    until(stage.db, 'SELECT has_notice FROM chat_messages WHERE id = $1', [messageId])

  test('comes with a chat, and with the ids of the messages that show it again', async ({ assert }) => {
    const chat = await stage.chat()
    const read = async (query = '') =>
      (await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}${query}`)).body.notice
    assert.deepEqual(await read(), { text, messageIds: [] })
    const [first] = await (await send(chat, 'Hello.')).ended
    const messageId = first?.type === 'userMessage' ? first.message.id : ''
    await isNoticed(messageId)
    await (
      await send(chat, 'And again.')
    ).ended
    for (const query of ['', '&end=true', `&around=${messageId}`])
      assert.deepEqual(await read(query), { text, messageIds: [messageId] })
    assert.deepEqual(await read(`&before=${messageId}`), { text, messageIds: [] })
  })

  test('comes with a new chat', async ({ assert }) => {
    const client = await stage.visitor()
    const { body } = await client.get(`/api/chats/${stage.characterIds[0]}?new=true`)
    assert.deepEqual(body.notice, { text, messageIds: [] })
  })

  test('comes with a group, also above the newest message when characters go on', async ({ assert }) => {
    const client = await stage.visitor()
    const { body: group } = await client.post('/api/group-chats', { characterIds: stage.characterIds.slice(0, 2) })
    const address = `/api/group-chats/${group.session.id}`
    assert.deepEqual(group.notice, { text, messageIds: [] })
    const stream = await client.stream(`${address}/stream`, { method: 'POST', body: { model: 'basic' } })
    assert.equal(last(await stream.ended).type, 'aiComplete')
    await isNoticed(group.messages[0].id)
    assert.deepEqual((await client.get(address)).body.notice, { text, messageIds: [group.messages[0].id] })
  })

  test('is forgotten with the account', async ({ assert }) => {
    const chat = await stage.chat()
    await (
      await send(chat, 'Hello.')
    ).ended
    const count = `SELECT count(*)::int AS count FROM chat_talks WHERE user_id = $1`
    await until(stage.db, `SELECT (${count}) = 1`, [chat.client.user.id])
    const body = { currentPassword: 'correct horse' }
    const { status } = await chat.client.call('/api/user', { method: 'DELETE', body })
    assert.equal(status, 200)
    assert.equal((await stage.db.query(count, [chat.client.user.id])).rows[0].count, 0)
  })
})
