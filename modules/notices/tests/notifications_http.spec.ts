import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import { limits, notificationKinds, type Notification } from '../api.ts'

const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const run = asking(databaseUrl)
  const newUser = (firstName: string) => new Client(url).register({ firstName })
  const [owner, reader] = [await newUser('Olga'), await newUser('Rob')]
  const texts = { description: 'Mends nets.', backstory: 'Was born at sea.', personality: 'Calm.', category: 'Drama' }
  const avatar = 'https://pictures.example.test/mo.png'
  const newCharacter = async (fields: object = {}): Promise<string> => {
    const { body, status, text } = await owner.post('/api/characters', {
      ...texts,
      name: 'Mara',
      avatar,
      isPublic: true,
      ...fields,
    })
    if (status !== 201) throw new Error(text)
    return body.id
  }
  const list = async (of: Client, query = ''): Promise<Notification[]> =>
    (await of.get(`/api/notifications${query}`)).body
  const comment = async (by: Client, characterId: string, content: string, parentId?: string): Promise<string> => {
    const { body, status, text } = await by.post(`/api/characters/${characterId}/comments`, { content, parentId })
    if (status !== 201) throw new Error(text)
    return body.id
  }
  /** Adds plain notifications straight to the table, in this order. */
  const fill = (of: Client, count: number) =>
    run(
      `INSERT INTO notifications (user_id, id, kind, key, group_key, subject, is_listed)
       SELECT $1, uuidv7(), 'rubies_received', n::text, n::text, '{"rubies": 1, "source": "gift"}', true FROM generate_series(1, $2::int) n`,
      [of.user.id, count]
    )
  return { run, owner, reader, newUser, newCharacter, list, comment, fill }
}

test.group('Notifications of users', () => {
  test('begin with the welcome rubies and the daily reward', async ({ assert }) => {
    const { owner, list, run } = await setUp()
    const [reward, welcome] = await list(owner)
    assert.deepInclude(reward!, { kind: 'reward_ready', title: 'Your daily reward is ready', isRead: false })
    assert.deepInclude(welcome!, { kind: 'welcome', href: '/ruby-shop', isRead: false })
    assert.lengthOf(await list(owner), 2)
    const [{ line }] = await run(
      `SELECT subject ->> 'transactionId' = (SELECT id::text FROM ruby_transactions WHERE user_id = $1 AND type = 'welcome') AS line
       FROM notifications WHERE user_id = $1 AND kind = 'welcome'`,
      [owner.user.id]
    )
    assert.isTrue(line)
  })

  test('of finished replies are read when their chat is opened, and no others', async ({ assert }) => {
    const { owner, reader, list, run } = await setUp()
    const [here, elsewhere] = [newId(), newId()]
    const tell = (of: Client, chat: string) =>
      run(
        `INSERT INTO notifications (user_id, id, kind, key, group_key, subject, is_listed)
         VALUES ($1, uuidv7(), 'reply_finished', uuidv7(), $2, '{"sessionId": "x"}', true)`,
        [of.user.id, `replies_of:${chat}`]
      )
    for (const user of [owner, reader]) for (const chat of [here, here, elsewhere]) await tell(user, chat)
    const unread = async (of: Client) =>
      (await list(of)).filter(({ kind, isRead }) => kind === 'reply_finished' && !isRead).length
    const { status, body } = await owner.put(`/api/notifications/chats/${here}/read`)
    // The two of a new account, and the chat elsewhere.
    assert.deepEqual([status, body], [200, { unread: 3 }])
    assert.deepEqual([await unread(owner), await unread(reader)], [1, 2])
  })

  test('has read the daily reward once it is claimed', async ({ assert }) => {
    const { owner, list } = await setUp()
    assert.equal((await owner.post('/api/daily-reward/claim')).status, 200)
    assert.deepInclude(
      (await list(owner)).find(({ kind }) => kind === 'reward_ready')!,
      { isRead: true }
    )
  })

  test('names comments and replies, in one entry while they are unread', async ({ assert }) => {
    const { owner, reader, newUser, newCharacter, list, comment } = await setUp()
    const other = await newUser('Kim')
    const characterId = await newCharacter()
    const first = await comment(reader, characterId, 'What a **lovely** evening.')
    const [one] = await list(owner)
    assert.deepInclude(one!, {
      kind: 'comment',
      title: 'Rob commented on Mara',
      text: 'What a lovely evening.',
      href: `/character/${characterId}?comment=${first}`,
      pictureUrl: 'https://pictures.example.test/mo.png',
      count: 1,
    })
    await comment(other, characterId, 'Indeed.')
    const [two] = await list(owner)
    assert.deepInclude(two!, { title: '2 new comments on Mara', text: 'Kim: Indeed.', count: 2 })
    assert.equal((await owner.put(`/api/notifications/${two!.id}/read`)).status, 200)
    await comment(other, characterId, 'Still here.')
    const [three, before] = await list(owner)
    assert.deepInclude(three!, { title: 'Kim commented on Mara', count: 1, isRead: false })
    assert.deepInclude(before!, { title: '2 new comments on Mara', isRead: true })

    const reply = await comment(owner, characterId, 'Thanks.', first)
    const [answered] = await list(reader)
    assert.deepInclude(answered!, {
      kind: 'comment_reply',
      title: 'Olga replied to your comment on Mara',
      text: 'Thanks.',
      href: `/character/${characterId}?comment=${first}&reply=${reply}`,
    })
    assert.lengthOf(
      (await list(owner)).filter(({ text }) => text === 'Thanks.'),
      0,
      'of oneself'
    )
  })

  test('hide what is removed, private or blocked since, and stay silent across a block', async ({ assert }) => {
    const { owner, reader, newUser, newCharacter, list, comment } = await setUp()
    const other = await newUser('Kim')
    const [characterId, secret] = [await newCharacter(), await newCharacter()]
    const removed = await comment(reader, characterId, 'Removed soon.')
    await owner.delete(`/api/characters/${characterId}/comments/${removed}`)
    assert.deepInclude((await list(owner))[0]!, {
      title: 'No longer available',
      text: '',
      href: null,
      pictureUrl: null,
    })

    const first = await comment(reader, secret, 'First.')
    await comment(other, secret, 'A reply.', first)
    await owner.put(`/api/characters/${secret}`, { isPublic: false })
    assert.deepInclude((await list(reader))[0]!, { kind: 'comment_reply', title: 'No longer available' })

    await comment(other, characterId, 'Hello.')
    assert.deepInclude((await list(owner))[0]!, { title: '2 new comments on Mara', text: 'Kim: Hello.' })
    await owner.put(`/api/user/hidings/person/${other.user.id}`)
    assert.deepInclude((await list(owner))[0]!, { title: 'No longer available' })
    const count = (await list(owner)).length
    await other.post(`/api/characters/${characterId}/like`)
    assert.lengthOf(await list(owner), count, 'a like of a blocked person')
  })

  test('gates adult characters for users who have adult content off', async ({ assert }) => {
    const { owner, reader, newCharacter, list, comment, run } = await setUp()
    const adult = `UPDATE users SET limitless_enabled = $2, age_stated_at = now(), age_method = 'statement' WHERE id = $1`
    const set = (of: Client, isOn: boolean) => run(adult, [of.user.id, isOn])
    await Promise.all([set(owner, true), set(reader, true)])
    const characterId = await newCharacter({ isNsfw: true })
    const first = await comment(reader, characterId, 'First.')
    await comment(owner, characterId, 'A reply.', first)
    assert.isNotNull((await list(reader))[0]!.pictureUrl)
    await set(reader, false)
    assert.isNull((await list(reader))[0]!.pictureUrl)
  })

  test('count likes at milestones, once each', async ({ assert }) => {
    const { owner, reader, newUser, newCharacter, list } = await setUp()
    const characterId = await newCharacter()
    const like = (by: Client) => by.post(`/api/characters/${characterId}/like`)
    await like(owner)
    assert.notEqual((await list(owner))[0]!.kind, 'likes', 'one’s own')
    await like(owner)
    for (let time = 0; time < 3; time++) await like(reader)
    assert.deepInclude((await list(owner))[0]!, { kind: 'likes', title: 'Someone liked Mara', count: 1 })
    for (let count = 2; count <= 5; count++) await like(await newUser('Lin'))
    assert.deepInclude((await list(owner))[0]!, { title: '5 people liked Mara', count: 2 })
  })

  test('pages through the most notifications that a user has', async ({ assert }) => {
    const { owner, list, fill } = await setUp()
    await fill(owner, limits.perUser - 2)
    const ids: string[] = []
    let path: string | undefined = `/api/notifications?limit=${limits.pageMax}`
    for (let pages = 0; path !== undefined && pages < 20; pages++) {
      const answer = await owner.get(path)
      assert.equal(answer.status, 200)
      ids.push(...answer.body.map(({ id }: Notification) => id))
      path = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    assert.lengthOf(new Set(ids), limits.perUser)
    assert.deepEqual(ids, ids.toSorted().reverse())
    assert.lengthOf(await list(owner), limits.pageDefault)
    for (const query of [`limit=${limits.pageMax + 1}`, 'limit=0', 'cursor=nonsense'])
      assert.equal((await owner.get(`/api/notifications?${query}`)).status, 422, query)
  })

  test('marks all up to the newest that was seen', async ({ assert }) => {
    const { owner, reader, list, fill } = await setUp()
    await fill(owner, 3)
    const seen = await list(owner)
    const upTo = seen[1]!.id
    const { status, body } = await owner.post('/api/notifications/read', { upTo })
    assert.deepEqual([status, body], [200, { unread: 1 }])
    assert.deepEqual(
      (await list(owner)).map(({ isRead }) => isRead),
      [false, true, true, true, true]
    )
    assert.deepEqual((await owner.put(`/api/notifications/${seen[0]!.id}/read`)).body, { unread: 0 })
    assert.deepEqual((await owner.put(`/api/notifications/${seen[0]!.id}/read`)).body, { unread: 0 })
    assert.equal((await reader.put(`/api/notifications/${seen[0]!.id}/read`)).status, 404)
    assert.equal((await owner.put(`/api/notifications/${newId()}/read`)).status, 404)
    for (const body of [{}, { upTo: 'x' }, { upTo: null }])
      assert.equal((await owner.post('/api/notifications/read', body)).status, 422)
  })
})

test.group('Settings of notifications', () => {
  test('have defaults, and keep each choice', async ({ assert }) => {
    const { owner, reader, newCharacter, list, comment } = await setUp()
    const { body } = await owner.get('/api/notifications/settings')
    assert.sameMembers(Object.keys(body), [...notificationKinds])
    assert.deepInclude(body, {
      comment: ['app', 'push', 'mail'],
      likes: ['app', 'mail'],
      reward_ready: ['app'],
    })

    const change = (kind: string, ways: unknown) => owner.put('/api/notifications/settings', { kind, ways })
    assert.deepInclude((await change('comment', ['mail'])).body, { comment: ['mail'], likes: ['app', 'mail'] })
    assert.deepInclude((await change('decision', [])).body, { comment: ['mail'], decision: ['app'] })
    const count = (await list(owner)).length
    await comment(reader, await newCharacter(), 'Not listed.')
    assert.lengthOf(await list(owner), count)
    for (const kind of notificationKinds) assert.equal((await change(kind, ['app', 'push', 'mail'])).status, 200)
    for (const [kind, ways] of [
      ['nonsense', []],
      ['comment', ['letter']],
      ['comment', ['app', 'app']],
      ['comment', 'app'],
      ['comment', null],
    ] as const)
      assert.equal((await change(kind, ways)).status, 422, JSON.stringify([kind, ways]))
  })
})
