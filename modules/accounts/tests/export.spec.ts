import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { Accounts, type CurrentUser } from '../index.ts'
import { UserRow } from '../src/tables/user_row.ts'
import { newEmail, password, visit } from './support.ts'

test.group('GET /api/user/export', () => {
  test('downloads all data of the user and none of others', async ({ assert }) => {
    const { client, another, rows } = await visit()
    const [author, stranger] = [await client.register(), await another().register({ firstName: 'Stranger' })]
    await author.put('/api/user/settings', { personaName: 'Captain Reed', personaBackground: 'Sailed "far".\n' })
    await author.post('/api/personas', { name: 'Ann', personality: 'Quick.' })
    await stranger.post('/api/personas', { name: 'Stranger' })
    const [{ id: met }] = await rows(
      `INSERT INTO characters (name, description, backstory, created_by) VALUES ('Mayfly', 'Short-lived.', 'A secret.', $1) RETURNING id`,
      [stranger.user.id]
    )
    const [{ id: made }] = await rows(
      `INSERT INTO characters (name, description, is_public, created_by) VALUES ('Mo', 'Mends nets.', false, $1) RETURNING id`,
      [author.user.id]
    )
    for (const client of [author, stranger]) {
      await client.post(`/api/characters/${met}/like`)
      await client.post(`/api/characters/${met}/comments`, { content: `Says ${client.user.id}` })
    }
    const sessionOf = async (userId: string) => {
      const [{ id }] = await rows(
        `INSERT INTO chat_sessions (user_id, character_id, next_position, messages_written, title, pins)
         VALUES ($1, $2, 3, 1, 'At sea', '{"It rains."}') RETURNING id`,
        [userId, met]
      )
      await rows(
        `INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content)
         VALUES ($2, uuidv7(), $1, 1, $2, $3)`,
        [id, userId, `Hello from ${userId}`]
      )
      return id
    }
    const session = await sessionOf(author.user.id)
    await sessionOf(stranger.user.id)
    const [answer, other] = [newId(), newId()]
    await rows(
      `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content, answer_id) VALUES ($1, $2, $3, 2, 'Ahoy.', $4)`,
      [author.user.id, answer, session, other]
    )
    await rows(
      `INSERT INTO chat_message_alternates (user_id, id, message_id, position, content, ruby_cost, state, is_cut)
       VALUES ($3, $1, $1, 2, 'Hm.', 0, 'complete', false), ($3, $2, $1, 3, 'Ahoy.', 0, 'complete', false)`,
      [answer, other, author.user.id]
    )

    const file = await author.get('/api/user/export')
    assert.equal(file.status, 200)
    assert.match(file.headers['content-disposition']!, /^attachment; filename="account-export-\d{4}-\d\d-\d\d\.json"$/)
    assert.equal(file.headers['cache-control'], 'no-store')
    for (const foreign of [stranger.user.id, stranger.user.email, 'Stranger', 'A secret.', 'password_hash', '$scrypt'])
      assert.notInclude(file.text, foreign)
    assert.notInclude(file.text, author.cookie.split('=')[1]!)
    const { body } = file
    assert.deepInclude(body, { format: 'account-export', version: 1 })
    assert.deepInclude(body.account, { id: author.user.id, email: author.user.email, hasPassword: true })
    assert.deepInclude(body.account.persona, { name: 'Captain Reed', background: 'Sailed "far".' })
    const { persona } = body.account
    const missing = Object.keys(UserRow.$keys.attributesToColumns.all()).filter(
      (name) => !(name in body.account) && !(name.replace(/^persona(.)/, (_, first) => first.toLowerCase()) in persona)
    )
    assert.sameMembers(missing, ['passwordHash', 'isAdmin', 'disabledAt', 'disabledUntil', 'personaId', 'updatedAt'])
    assert.lengthOf(body.account.otherPersonas, 1)
    assert.deepInclude(body.account.otherPersonas[0], { name: 'Ann', personality: 'Quick.', lorebookIds: [] })
    assert.match(body.keptAfterDeletion[0], /hash of your e-mail address, for a year/)
    assert.lengthOf(body.sessions, 1)
    assert.deepEqual(Object.keys(body.sessions[0]), ['createdAt', 'lastUsedAt', 'expiresAt'])
    assert.deepEqual(body.rubies, { balance: 50, held: 0, debt: 0 })
    assert.deepInclude(body.rubyTransactions[0], { amount: 50, type: 'welcome', balanceAfter: 50 })
    assert.deepEqual([body.orders, body.pictures, body.signInProviders], [[], [], []])
    assert.deepInclude(body.characters[0], { id: made, name: 'Mo', isPublic: false, likes: 0 })
    assert.deepEqual(
      body.comments.map(({ characterId, content }: any) => [characterId, content]),
      [[met, `Says ${author.user.id}`]]
    )
    assert.deepEqual(
      body.likes.map(({ characterId }: any) => characterId),
      [met]
    )
    assert.lengthOf(body.chats, 1)
    assert.deepInclude(body.chats[0], { id: session, title: 'At sea', pins: ['It rains.'] })
    assert.deepEqual(body.chats[0].character, { id: met, name: 'Mayfly' })
    assert.deepEqual(
      body.chats[0].messages.map(({ content, alternates }: any) => [
        content,
        alternates?.map((alternate: any) => alternate.content),
      ]),
      [
        [`Hello from ${author.user.id}`, undefined],
        ['Ahoy.', ['Hm.', 'Ahoy.']],
      ]
    )
  })

  test('requires a session', async ({ assert }) => {
    const { another } = await visit()
    assert.equal((await another().get('/api/user/export')).status, 401)
  })

  test('is streamed in small pieces', async ({ assert }) => {
    const [db, accounts] = [await app.container.make(Database), await app.container.make(Accounts)]
    const opened = await accounts.open({ email: newEmail(), password })
    if (!opened.ok) throw new Error(opened.failure.kind)
    const { userId } = opened.value
    const { rows } = await db.rawQuery(
      `INSERT INTO chat_sessions (user_id, character_id, next_position, messages_written)
       SELECT ?::uuid, uuidv7(), 10000, 1 FROM generate_series(1, 2) RETURNING id`,
      [userId]
    )
    for (const { id } of rows)
      await db.rawQuery(
        `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content)
         SELECT ?::uuid, uuidv7(), ?::uuid, n, repeat('word ', 100) FROM generate_series(1, 5000) n`,
        [userId, id]
      )
    const user = { id: userId, isAdmin: false, limitlessEnabled: false } as CurrentUser
    let [text, largest] = ['', 0]
    for await (const piece of accounts.exportSections.write(user)) {
      text += piece
      largest = Math.max(largest, piece.length)
    }
    assert.isBelow(largest, 40_000)
    const { chats } = JSON.parse(text)
    assert.deepEqual(
      chats.map(({ messages }: any) => messages.length),
      [5000, 5000]
    )
  })
})
